import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { xmlToHtml } from "../../../lib/engines/xml-to-html.ts";
import type { OutputBody } from "../../../lib/output/output.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { countdown, RECURSIVE_CALL, stylesheet } from "../../support/stylesheet.ts";

const FIXTURES = "test/fixtures/xslt";

const text = ({ body: html }: { body: OutputBody }): string => {
  assert.ok(html instanceof Uint8Array);
  return Buffer.from(html).toString();
};

const html = async (
  xml: string | Uint8Array,
  xslt?: string | Uint8Array,
  params: Record<string, string> = {},
): Promise<string> => text(await xmlToHtml.run({ xml, xslt, params }, AbortSignal.timeout(600_000)));

after(() => warmParts().get(xmlToHtml.name)?.stop());

test("the engine is named by the version of libxslt", () => assert.match(xmlToHtml.name, /^libxslt\/1\.\d+\.\d+$/));

for (const file of (await readdir(FIXTURES)).filter((name) => name.endsWith(".xsl"))) {
  const name = file.slice(0, -4);
  test(`libxslt's own test ${name} gives the expected bytes`, async () => {
    const [xml, xslt, out] = await Promise.all(
      ["xml", "xsl", "out"].map((ending) => readFile(join(FIXTURES, `${name}.${ending}`))),
    );
    assert.ok(xml && xslt && out);
    assert.equal(await html(xml, xslt), out.toString());
  });
}

test("parameters are plain strings, never XPath", async () => {
  const xslt = stylesheet(
    '<xsl:value-of select="concat($p, $q)"/>',
    '<xsl:param name="p"/><xsl:param name="q" select="1"/>',
  );
  const params = { p: `it's "é" `, q: "document('/etc/passwd')", unknown: "x" };
  assert.equal(await html("<a/>", xslt, params), `<p>it's "é" document('/etc/passwd')</p>\n`);
});

for (const version of ["1.0", "3.0"])
  test(`a DTD outside of the document is not read by a stylesheet of version ${version}, which a warning tells`, async () => {
    const xslt = stylesheet('<xsl:value-of select="concat(x/@y, x/@z)"/>', "", "", version);
    const codesOf = async (type: string) => {
      const result = await xmlToHtml.run({ xml: `${type}<x y="1"/>`, xslt, params: {} }, AbortSignal.timeout(600_000));
      assert.match(text(result), /<p>12?<\/p>/);
      return result.warnings.map(({ code }) => code);
    };
    assert.deepEqual(await codesOf('<!DOCTYPE x SYSTEM "x.dtd">'), ["dtd-not-read"]);
    assert.deepEqual(await codesOf('<!DOCTYPE x [<!ATTLIST x z CDATA "2">]>'), []);
    assert.deepEqual(await codesOf(""), []);
  });

test("parameters with impossible names are ignored, and parameters with unreadable names are refused", async () => {
  assert.equal(await html("<a/>", stylesheet("x"), { "": "x", "{}": "x", "a b": "x", 1: "x" }), "<p>x</p>\n");
  for (const name of ["p:q", "{"]) {
    const refused = html("<a/>", stylesheet("x"), { [name]: "x" });
    await assert.rejects(refused, { code: "INVALID_REQUEST", message: /^params: / });
  }
});

for (const [reference, mark, dtd] of [
  ["xml:id", "xml:id", ""],
  ["an id that the DTD declares", "id", "<!DOCTYPE doc [<!ATTLIST xsl:stylesheet id ID #REQUIRED>]>"],
] as const) {
  test(`an embedded stylesheet is found by ${reference}`, async () => {
    const xml = `<?xml-stylesheet type="text/xsl" href="#s"?>${dtd}<doc><head>H</head>
      <xsl:stylesheet ${mark}="s" version="1.0"
      xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="html"/>
      <xsl:template match="/"><p><xsl:value-of select="/doc/head"/></p></xsl:template></xsl:stylesheet></doc>`;
    assert.equal(await html(xml), "<p>H</p>\n");
  });
}

for (const [feature, xslt, expected] of [
  [
    "msxsl:node-set",
    stylesheet(
      '<xsl:variable name="v"><x/><x/></xsl:variable><xsl:value-of select="count(m:node-set($v)/x)"/>',
      "",
      'xmlns:m="urn:schemas-microsoft-com:xslt" exclude-result-prefixes="m"',
    ),
    "<p>2</p>\n",
  ],
  [
    "the stylesheet itself as document('')",
    stylesheet(`<xsl:value-of select="count(document('')//xsl:template)"/>`),
    "<p>1</p>\n",
  ],
  ["recursion 1,400 templates deep", stylesheet(...countdown(1400, RECURSIVE_CALL)), "<p></p>\n"],
  ["a message, which is not in the result", stylesheet("<xsl:message>secret</xsl:message>x"), "<p>x</p>\n"],
  ["a 1.1 stylesheet of 1.0 instructions", stylesheet("x", "", "", "1.1"), "<p>x</p>\n"],
  [
    "a 1.1 stylesheet with an attribute that its instruction does not have",
    stylesheet('<xsl:call-template name="t" select="."/>', '<xsl:template name="t">y</xsl:template>', "", "1.1"),
    "<p>y</p>\n",
  ],
  [
    "the fallback of a 2.0 instruction in a 1.1 stylesheet",
    stylesheet("<xsl:perform-sort><xsl:fallback>f</xsl:fallback></xsl:perform-sort>", "", "", "1.1"),
    "<p>f</p>\n",
  ],
  [
    "a 2.0 instruction that is never run",
    stylesheet('x<xsl:if test="false()"><xsl:perform-sort/></xsl:if>', "", "", "1.1"),
    "<p>x</p>\n",
  ],
  [
    "a request for another encoding, with a result in UTF-8",
    stylesheet("é").replace('"html"', '"html" encoding="ISO-8859-1"'),
    "<p>é</p>\n",
  ],
  [
    "a doctype",
    stylesheet("x").replace('"html"', '"html" doctype-system="about:legacy-compat"'),
    "<!DOCTYPE html>\n<p>x</p>\n",
  ],
] as const) {
  test(`supports ${feature}`, async () => assert.equal(await html("<a/>", xslt), expected));
}

test("the date of now and random numbers are there", async () => {
  const names = 'xmlns:date="http://exslt.org/dates-and-times" xmlns:math="http://exslt.org/math"';
  const before = new Date().toISOString().slice(0, "2026-11-23".length);
  const now = await html(
    "<a/>",
    stylesheet(
      '<xsl:value-of select="date:year()"/> <xsl:value-of select="date:date-time()"/> <xsl:value-of select="math:random()"/>',
      "",
      `${names} exclude-result-prefixes="date math"`,
    ),
  );
  const [, year, moment = "", random] = /^<p>(\d{4})(\d{4}-\d\d-\d\dT[\d:]{8}Z)(0\.\d+)<\/p>\n$/.exec(now)!;
  assert.ok([before, new Date().toISOString().slice(0, before.length)].includes(moment.slice(0, before.length)));
  assert.equal(year, moment.slice(0, 4));
  assert.ok(Number(random) > 0);
});

test("a branch that asks for the version may have what the version lacks, and a namespace's name need not be a URI", async () => {
  const guarded =
    `<xsl:choose><xsl:when test="system-property('xsl:version') &gt; 1"><xsl:value-of select="//*" separator=","/>` +
    "</xsl:when><xsl:otherwise>one</xsl:otherwise></xsl:choose>";
  const names = 'xmlns:u="not a URI" exclude-result-prefixes="u"';
  assert.equal(await html("<a/>", stylesheet(guarded, "", names, "1.1")), "<p>one</p>\n");
});

test("a document with 100,000 nested elements and a text node of 12 MB is transformed", async () => {
  const deep = `${"<a>".repeat(100_000)}${"x".repeat(12e6)}${"</a>".repeat(100_000)}`;
  const xslt = stylesheet('<xsl:value-of select="concat(count(//a), string-length(/))"/>');
  assert.equal(await html(deep, xslt), "<p>10000012000000</p>\n");
});

test("20 transformations at a time give their own results, and the engine starts again after a stop", async () => {
  const xslt = stylesheet('<xsl:value-of select="/a"/>');
  const results = await Promise.all(Array.from({ length: 20 }, (_, index) => html(`<a>${index}</a>`, xslt)));
  assert.deepEqual(
    results,
    Array.from({ length: 20 }, (_, index) => `<p>${index}</p>\n`),
  );
  const part = warmParts().get(xmlToHtml.name);
  await part?.stop();
  await part?.start();
  await part?.check();
});

test("an endless transformation uses no processor time after its deadline", async () => {
  const xslt = stylesheet(...countdown(60, RECURSIVE_CALL + RECURSIVE_CALL));
  const signal = AbortSignal.timeout(300);
  const before = process.cpuUsage();
  await assert.rejects(xmlToHtml.run({ xml: "<a/>", xslt, params: {} }, signal), (error) => error === signal.reason);
  const spent = process.cpuUsage(before);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const idle = process.cpuUsage(before);
  assert.ok(idle.user - spent.user < 500_000, "the thread still runs");
});
