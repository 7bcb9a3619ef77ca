import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { type Transformation, xmlToHtml } from "../../../../../lib/engines/xml-to-html.ts";
import { outputBytes } from "../../../../../lib/output/output.ts";
import { warmParts } from "../../../../../lib/workers/warm.ts";
import { stylesheet } from "../../../../support/stylesheet.ts";

after(() => Promise.all(Object.keys(xmlToHtml.warmParts).map((name) => warmParts().get(name)?.stop())));

const XML = "<r><i g='a'>1</i><i g='b'>2</i><i g='a'>3</i></r>";
const value = (select: string, attributes = "") => `<xsl:value-of select="${select}" ${attributes}/>`;
const file = (path: string, text: string) => ({ path, bytes: Buffer.from(text) });

const run = (xslt: string, more: Partial<Transformation> = {}) =>
  xmlToHtml.run({ xml: XML, xslt, params: {}, ...more }, AbortSignal.timeout(600_000));

/** The text of a result, without elements and line breaks. */
const textOf = async (xslt: string, more: Partial<Transformation> = {}): Promise<string> => {
  const output = await run(xslt, more);
  assert.match(output.engine, /^saxonjs\/3\./);
  return Buffer.from(await outputBytes(output))
    .toString()
    .replace(/<[^>]*>|\n/g, "")
    .trim();
};

suite("a stylesheet of XSLT 2.0 or 3.0", { concurrency: 1 }, () => {
  for (const [what, body, expected] of [
    [
      "groups",
      `<xsl:for-each-group select="//i" group-by="@g">[${value("current-group()", 'separator="+"')}]</xsl:for-each-group>`,
      "[1+3][2]",
    ],
    ["sequences with separators", value("reverse(1 to 3)", 'separator=","'), "3,2,1"],
    ["dates", value("format-date(xs:date('2026-11-25'), '[D] [MNn] [Y]')"), "25 November 2026"],
    ["regular expressions", value("replace('a1b22', '\\d+', '#')"), "a#b#"],
    ["maps and functions", value("map { 'x': 4 }?x ! (. * .)"), "16"],
    ["text value templates", '<xsl:sequence expand-text="yes"><b>{count(//i)} items</b></xsl:sequence>', "3 items"],
  ] as const)
    test(`has ${what}`, async () => {
      const xslt = stylesheet(body, "", 'xmlns:xs="http://www.w3.org/2001/XMLSchema"', "3.0");
      assert.equal(await textOf(xslt), expected);
    });

  test("writes what is no number as its decimal format says, also as nothing", async () => {
    const formats = '<xsl:decimal-format NaN=""/><xsl:decimal-format name="n" NaN="none" infinity=""/>';
    const numbers = ["(), '0'", "xs:double('NaN'), '0', 'n'", "xs:double('INF'), '0', 'n'", "7, '0.0'"];
    const body = numbers.map((number) => `[${value(`format-number(${number})`)}]`).join("");
    const equal = value("format-number((), '0') = ''");
    const xslt = stylesheet(body + equal, formats, 'xmlns:xs="http://www.w3.org/2001/XMLSchema"', "2.0");
    assert.equal(await textOf(xslt), "[][none][][7.0]true");
  });

  test("has the parameters, with the types that it declares", async () => {
    const declared = '<xsl:param name="n" as="xs:integer"/><xsl:param name="x:t" xmlns:x="urn:x"/>';
    const xslt = stylesheet(
      `${value("$n + 1")} ${value("$Q{urn:x}t")}`,
      declared,
      'xmlns:xs="http://www.w3.org/2001/XMLSchema"',
      "3.0",
    );
    assert.equal(await textOf(xslt, { params: { n: "41", "{urn:x}t": "1 + 1" } }), "421 + 1");
    await assert.rejects(run(xslt, { params: { n: "one" } }), {
      code: "INVALID_REQUEST",
      message: /^xslt, line \d: Supplied value "one" is not a valid xs:integer \(FORG0001\)\.$/,
    });
  });

  test("reads the files of the request: modules, documents with their entities, and texts", async () => {
    const xslt = stylesheet(
      `${value("f:twice('a')")} ${value("doc('d/data.xml')/q")} ${value("unparsed-text('d/t.txt')")} ${value("doc-available('none.xml')")}`,
      '<xsl:include href="lib/f.xsl"/>',
      'xmlns:f="urn:f"',
      "2.0",
    );
    const files = [
      file(
        "lib/f.xsl",
        '<!DOCTYPE s [<!ENTITY two "$s, $s">]><xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:f="urn:f"><xsl:function name="f:twice"><xsl:param name="s"/><xsl:sequence select="concat(&two;)"/></xsl:function></xsl:stylesheet>',
      ),
      file("d/data.xml", '<!DOCTYPE q [<!ENTITY e "entity">]><q>&e;</q>'),
      file("d/t.txt", "1 < 2"),
    ];
    assert.equal(await textOf(xslt, { files }), "aaentity1 &lt; 2false");
  });

  test("is found by version also if it is simplified, named by the document, or imported by one of version 1.0", async () => {
    const simplified = `<html xsl:version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><p>${value("1 to 3")}</p></html>`;
    assert.equal(await textOf(simplified), "1 2 3");
    const later = stylesheet(value("1 to 3"), "", "", "2.0");
    const named = `<?xml-stylesheet type="text/xsl" href="a.xsl"?>${XML}`;
    const files = [file("a.xsl", later)];
    const output = await xmlToHtml.run(
      { xml: named, xslt: undefined, params: {}, files },
      AbortSignal.timeout(600_000),
    );
    assert.match(Buffer.from(await outputBytes(output)).toString(), /1 2 3/);
    const importing = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="a.xsl"/></xsl:stylesheet>`;
    assert.equal(await textOf(importing, { files }), "1 2 3");
  });

  test("has the same bytes again, from the stylesheet that is kept", async () => {
    const xslt = stylesheet(value("generate-id(/r), //i"), "", "", "3.0");
    const bytes = await Promise.all([1, 2].map(async () => outputBytes(await run(xslt))));
    assert.deepEqual(bytes[0], bytes[1]);
    assert.deepEqual(await outputBytes(await run(xslt)), bytes[0]);
  });
});

suite("a stylesheet of a later version is refused if", { concurrency: 1 }, () => {
  const later = (body: string, declarations = "", attributes = "") => stylesheet(body, declarations, attributes, "3.0");
  for (const [why, xslt, message, code = "INVALID_REQUEST"] of [
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
      /^xslt: a stylesheet reads nothing outside of the request\.$/,
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
      /no JavaScript is run/,
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
      await assert.rejects(run(xslt), { code, message });
    });

  test("a document that it reads is malformed, also if only its parser would take it", async () => {
    const files = [file("a.xml", '<a x="1" x="2"/>')];
    await assert.rejects(run(later(value("doc('a.xml')")), { files }), {
      code: "INVALID_REQUEST",
      message: /^xslt: files\.0 is not well-formed: Attribute x redefined\.$/,
    });
    assert.equal(await textOf(later(value("unparsed-text('a.xml')")), { files }), '&lt;a x="1" x="2"/&gt;');
  });

  test("it asks for what only the DTD of a document tells", async () => {
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
