import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { file, run, stopEngines, textOf, value } from "../../../../support/later-stylesheets.ts";
import { stylesheet } from "../../../../support/stylesheet.ts";

after(stopEngines);

suite("a stylesheet of a later version is refused if", { concurrency: 1 }, () => {
  const later = (body: string, declarations = "", attributes = "") => stylesheet(body, declarations, attributes, "3.0");
  for (const [why, xslt, message, code = "INVALID_REQUEST", more = {}] of [
    [
      "a function is unknown",
      later(value("foo()")),
      /^xslt, line 4: \{foo\(\)\}: Unknown function foo\(\) \(XPST0017\)\.$/,
    ],
    [
      "an instruction is unknown",
      later("<xsl:foo/>"),
      /^xslt, line 4: xsl:foo is not a known XSLT element \(XTSE0010\)\.$/,
    ],
    ["it is malformed", `${later("x")}<b>`, /^xslt, line 5, column 18: not well-formed: /],
    [
      "it ends the transformation",
      later('<xsl:message terminate="yes">no total</xsl:message>'),
      /^xslt, line 4: the stylesheet ended the transformation: no total\.$/,
    ],
    [
      "it imports what is no file",
      later("x", '<xsl:import href="a.xsl"/>'),
      /^xslt, line 2: a stylesheet reads only parts of files, and none is named "a\.xsl"\.$/,
    ],
    [
      "it reads an address",
      later(value("doc('http://127.0.0.1/')")),
      /^xslt, line 4: a stylesheet reads nothing outside of the request\.$/,
    ],
    [
      "it reads a file of the host",
      later(value("unparsed-text('file:///etc/passwd')")),
      /none is named "etc\/passwd"\.$/,
    ],
    [
      "it writes several documents",
      later('x<xsl:result-document href="b"><b/></xsl:result-document>'),
      /^xslt: xsl:result-document writes more than/,
    ],
    [
      "it runs JavaScript",
      later(value("ixsl:eval('process.pid')"), "", 'xmlns:ixsl="http://saxonica.com/ns/interactiveXSLT"'),
      /^xslt: no JavaScript is run/,
    ],
    [
      "it makes JavaScript of texts",
      later(
        value("ixsl:apply(ixsl:call(., 'constructor.constructor', ['return process.execPath']), [])"),
        "",
        'xmlns:ixsl="http://saxonica.com/ns/&#105;nteractiveXSLT"',
      ),
      /^xslt: no JavaScript is run/,
    ],
    [
      "it hides its JavaScript until it runs",
      later(
        `<xsl:evaluate xpath="concat('Q{http://saxonica.com/ns/inter', 'activeXSLT}call(., ''constructor.constructor'', [''return process.execPath''])')" context-item="."/>`,
      ),
      /./,
    ],
    [
      "a parameter has no name",
      later("x"),
      /^params: "a b" is not the name of a parameter\.$/,
      "INVALID_REQUEST",
      { params: { "a b": "1" } },
    ],
    [
      "a module in a folder is wrong",
      later("x", '<xsl:include href="b/my%20m.xsl"/>'),
      /^files\.0, line 2: \{foo\(\)\}: Unknown function/,
      "INVALID_REQUEST",
      {
        files: [
          file(
            "b/my m.xsl",
            '<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">\n<xsl:variable name="v" select="foo()"/></xsl:stylesheet>',
          ),
        ],
      },
    ],
    [
      "it asks for a document that is not there, and then fails by itself",
      later(value("doc-available('none.xml'), error(QName('urn:x', 'x:my'), 'no total')")),
      /: no total\.$/,
    ],
    [
      "it calls itself without an end",
      later('<xsl:call-template name="e"/>', '<xsl:template name="e"><xsl:call-template name="e"/>x</xsl:template>'),
      /deeper than the machine's stack/,
      "PROCESSING_FAILED",
    ],
    [
      "it needs a schema",
      later("x", '<xsl:import-schema namespace="urn:x"/>'),
      /^xslt, line 2: The xsl:import-schema declaration cannot be handled/,
    ],
  ] as const)
    test(why, async () => {
      await assert.rejects(run(xslt, more), { code, message });
    });

  test("a document that it reads is malformed, also if only its parser would accept it", async () => {
    const files = [file("a.xml", '<a x="1" x="2"/>')];
    await assert.rejects(run(later(value("doc('a.xml')")), { files }), {
      code: "INVALID_REQUEST",
      message: /^xslt, line 4: files\.0 is not well-formed: Attribute x redefined\.$/,
    });
    assert.equal(await textOf(later(value("unparsed-text('a.xml')")), { files }), '&lt;a x="1" x="2"/&gt;');
  });

  test("it asks for what only the DTD of a document defines", async () => {
    const xml = "<!DOCTYPE r [<!ATTLIST i n ID #IMPLIED>]><r><i n='x'>1</i></r>";
    await assert.rejects(run(later(value("id('x')")), { xml }), {
      code: "INVALID_REQUEST",
      message: "xml: its DTD declares attributes of type ID, which this engine does not know.",
    });
    assert.equal(await textOf(later(value("//i")), { xml }), "1");
  });

  test("the document is malformed, or its entities expand to too much", async () => {
    await assert.rejects(run(later("x"), { xml: '<a x="1" x="2"/>' }), {
      message: /^xml, line 1, column 15: not well-formed: Attribute x redefined\.$/,
    });
    const entities = ["b", "c", "d", "e", "f"].map(
      (name, at) => `<!ENTITY ${name} "${`&${"abcde"[at]};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${entities.join("")}]><a>${"&f;".repeat(10)}</a>`;
    await assert.rejects(run(later("x"), { xml: bomb }), { message: /^xml, line 1, .*entities expand to far more/ });
  });
});
