import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { xmlToHtml } from "../../../../../lib/engines/xml-to-html.ts";
import { outputBytes } from "../../../../../lib/output/output.ts";
import { file, run, stopEngines, textOf, value, XML } from "../../../../support/later-stylesheets.ts";
import { stylesheet } from "../../../../support/stylesheet.ts";

after(stopEngines);

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

  test("finds by keys all values that instructions give", async () => {
    const parts = '<xsl:sequence select="string(.)"/><xsl:sequence select="string(@g)"/>';
    const keys = `<xsl:key name="one" match="i">${parts}</xsl:key><xsl:key name="all" match="i" composite="yes">${parts}</xsl:key>`;
    const body = value("count(key('one', //i[1]/string(@g))), count(key('all', //i[1]/(string(.), string(@g))))");
    assert.equal(await textOf(stylesheet(body, keys, "", "3.0")), "2 1");
  });

  test("finds the nodes of several values of a key once, and in document order", async () => {
    const key = '<xsl:key name="k" match="i" use="string(.), string(@g)"/>';
    const body = value("key('k', ('3', 'b', 'a')) ! string(.), sum(key('k', ('1', 'a')))");
    assert.equal(await textOf(stylesheet(body, key, "", "3.0")), "1 2 3 4");
  });

  test("has templates for unions of names and wildcards", async () => {
    const patterns = ["x:b | x:d/x:*", "x:b | *:e", "x:b | x:d/@x:*", "text() | x:d/x:*"];
    const modes = patterns.map(
      (pattern, at) =>
        `<xsl:template match="${pattern}" mode="m${at}" priority="2">+</xsl:template><xsl:template match="node()|@*" mode="m${at}">-</xsl:template>`,
    );
    const document = '<x:a><x:b/><x:d x:f="1"><x:e>t</x:e></x:d></x:a>';
    const nodes = "$d//(* | @* | text())";
    const body = patterns.map((_, at) => `[<xsl:apply-templates select="${nodes}" mode="m${at}"/>]`).join("");
    const variable = `<xsl:variable name="d">${document}</xsl:variable>`;
    const xslt = stylesheet(variable + body, modes.join(""), 'xmlns:x="urn:x" exclude-result-prefixes="x"', "2.0");
    assert.equal(await textOf(xslt), "[-+--+-][-+--+-][-+-+--][----++]");
  });

  test("writes HTML of version 4 without the document type of version 5", async () => {
    const html = "<html><body>a<br/><script>1 &lt; 2</script></body></html>";
    const type = 'doctype-public="-//W3C//DTD HTML 4.01//EN" doctype-system="http://www.w3.org/TR/html4/strict.dtd"';
    const startOf = async (output: string) => {
      const template = `<xsl:output indent="no" ${output}/><xsl:template match="/">${html}</xsl:template>`;
      const result = await run(
        `<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${template}</xsl:stylesheet>`,
      );
      const text = Buffer.from(await outputBytes(result)).toString();
      assert.match(text, /a<br\s?\/?>|1 < 2/);
      return text.replace(/\s*<(?:html|head).*/s, "");
    };
    assert.equal(await startOf('method="html" version="4.0"'), "");
    assert.equal(await startOf('method="html" html-version="4.01" version="5"'), "");
    assert.equal(await startOf('method="xhtml" omit-xml-declaration="yes" html-version="4"'), "");
    assert.equal(await startOf('method="html" version="5"'), "<!DOCTYPE html>");
    assert.match(
      await startOf(`method="html" version="4.01" ${type}`),
      /^<!DOCTYPE html\s+PUBLIC "-\/\/W3C\/\/DTD HTML 4.01/,
    );
  });

  test("writes floats with all of their digits", async () => {
    const floats = ["3.14159265", "-0.000123456", "123456.789", "0.1", "16777217", "1.23456789e-9", "INF", "-0"];
    const body = value(`(${floats.map((text) => `xs:float('${text}')`).join(", ")}, xs:float(1) div 3, 1 div 8e0)`);
    const xslt = stylesheet(body, "", 'xmlns:xs="http://www.w3.org/2001/XMLSchema"', "2.0");
    const expected = "3.1415927 -0.000123456 123456.79 0.1 1.6777216E7 1.2345679E-9 INF -0 0.33333334 0.125";
    assert.equal(await textOf(xslt), expected);
  });

  test("formats a half with the even digit, and rounds it up elsewhere", async () => {
    const formatted = ["2.345", "2.355", "0.285", "1.005", "-2.345", "7.5e-3"].map(
      (n) => `format-number(${n}, '0.00')`,
    );
    const whole = ["0.5", "1.5", "2.5e0", "-2.5", "2.51"].map((n) => `format-number(${n}, '0')`);
    const rounded = ["round(2.345, 2)", "round(2.5)", "round(-2.5)", "round-half-to-even(2.5)"];
    const body = value(`(${[...formatted, ...whole, ...rounded].join(", ")})`);
    const expected = "2.34 2.36 0.28 1.00 -2.34 0.01 0 2 2 -2 3 2.35 3 -2 2";
    assert.equal(await textOf(stylesheet(body, "", "", "3.0")), expected);
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

  test("reads a document with a DTD by any spelling of its address, and however late the DTD begins", async () => {
    const dtd = '<!DOCTYPE q [<!ATTLIST q z CDATA "d">]><q>x</q>';
    const files = [file("a+b.xml", dtd), file("late.xml", `<!--${"x".repeat(70_000)}-->${dtd}`)];
    const body = `${value("doc('a+b.xml')/q/@z")}-${value("doc('late.xml')/q/@z")}`;
    assert.equal(await textOf(stylesheet(body, "", "", "3.0"), { files }), "d-d");
  });

  test("reads texts as they were sent, and does not look at files that nothing names", async () => {
    const files = [
      { path: "t.csv", bytes: Buffer.from("Gr\xfc\xdfe", "latin1") },
      { path: "logo.png", bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]) },
    ];
    const body = value("unparsed-text('t.csv', 'iso-8859-1')");
    assert.equal(await textOf(stylesheet(body, "", "", "3.0"), { files }), "Grüße");
  });

  test("may have static parameters, each call its own, and may write its result by xsl:result-document", async () => {
    const declared = `<xsl:param name="m" static="yes" select="'a'"/>`;
    const parts = ["a", "b"].map((m) => `<xsl:if test="true()" use-when="$m = '${m}'">${m}</xsl:if>`);
    const xslt = stylesheet(`${parts.join("")}${value("$m")}`, declared, "", "3.0");
    assert.equal(await textOf(xslt, { params: { m: "b" } }), "bb");
    assert.equal(await textOf(xslt), "aa");
    const content = '<xsl:result-document method="html"><p>one</p></xsl:result-document>';
    const written = `<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${content}</xsl:template></xsl:stylesheet>`;
    assert.equal(await textOf(written), "one");
  });

  test("is the first that a document names as a stylesheet, outside of comments", async () => {
    const named = [
      '<!-- <?xml-stylesheet type="text/xsl" href="old.xsl"?> -->',
      '<?xml-stylesheet type="text/css" href="a.css"?><?xml-stylesheet type="text/xsl" href="new.xsl"?>',
    ].join("");
    const files = ["old", "new"].map((name) => file(`${name}.xsl`, stylesheet(name, "", "", "2.0")));
    assert.equal(await textOf("", { xml: named + XML, xslt: undefined, files }), "new");
  });

  test("has the same bytes again, from the stylesheet that is kept", async () => {
    const xslt = stylesheet(value("generate-id(/r), //i, random-number-generator()?number"), "", "", "3.0");
    const bytes = await Promise.all([1, 2].map(async () => outputBytes(await run(xslt))));
    assert.deepEqual(bytes[0], bytes[1]);
    assert.deepEqual(await outputBytes(await run(xslt)), bytes[0]);
  });
});
