import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { xmlToHtml } from "../../../../lib/engines/xml-to-html.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { writtenText } from "../../../support/written-text.ts";

after(() => warmParts().get(xmlToHtml.name)?.stop());

const XML = "<a n='1'><b>9</b><b>10</b><c>11</c><d>x</d><e/></a>";

const textOf = (template: string, version: string, declarations = "") =>
  writtenText(template, { xml: XML, version, declarations });

const value = (select: string) => `<xsl:value-of select="${select}"/>`;
const matching = (pattern: string) =>
  `<xsl:key name="k" match="b" use="."/><xsl:template match="${pattern}">m</xsl:template>`;

suite("a stylesheet of version 2.0", { concurrency: 1 }, () => {
  for (const [what, template, expected] of [
    ["a node compared with a number", value("//c &gt; 9"), "true"],
    ["nodes whose order is the same as text and as numbers", value("//b[2] &lt; //c"), "true"],
    ["a comparison with no node", value("//none &lt; //c"), "false"],
    ["a node equal to a text", value("//d = 'x'"), "true"],
    ["a calculation with one node", value("//c * 2 - //b[1]"), "13"],
    ["a number that is asked for", value("number(//none)"), "NaN"],
    ["a function of one node", value("string-length(//d)"), "1"],
    ["the nodes after an element", value("count(//c/following::*)"), "2"],
  ] as const)
    test(`gives ${what}`, async () => assert.equal(await textOf(template, "2.0"), expected));

  test("matches a pattern that is only key()", async () => {
    const template = '<xsl:apply-templates select="//b[1]"/>';
    assert.equal(await textOf(template, "2.0", matching("key('k', '9')")), "m");
  });

  for (const [what, template, expected] of [
    ["nodes that are in another order as text", value("//b[1] &lt; //c"), /compares these values as strings/],
    ["texts in an order", value("'b' &gt; 'a'"), /compares these values as strings/],
    ["a boolean and nodes", value("//e = false()"), /compares a boolean/],
    ["a calculation without a node", value("//none + 1"), /gives nothing if it calculates with no node/],
    ["the negative of no node", value("-//none"), /gives nothing if it calculates with no node/],
    ["a rounding of no node", value("round(//none)"), /gives nothing if it calculates with no node/],
    ["a calculation with several nodes", value("//b * 2"), /does not calculate with several nodes/],
    ["a calculation with a word", value("//d * 2"), /a node that holds no number/],
    ["several nodes in an attribute", '<i id="{//b}"/>', /it selects several nodes/],
    ["several nodes in string()", value("string(//b)"), /several nodes as an argument/],
    ["several nodes in contains()", value("contains(//b, '9')"), /several nodes as an argument/],
    ["what follows an attribute", value("count(//@n/following::*)"), /does not find all nodes that follow/],
  ] as const)
    test(`is refused for ${what}`, async () => {
      await assert.rejects(textOf(template, "2.0"), { code: "INVALID_REQUEST", message: expected });
      assert.equal(typeof (await textOf(template, "1.0")), "string");
    });

  for (const [what, pattern, expected] of [
    ["steps after key()", "key('k', ')')/c", /steps after id\(\) or key\(\)/],
    ["steps after id() in an alternative", "c | id('x')//d", /steps after id\(\) or key\(\)/],
    ["current() in a pattern", "b[current()/@n]", /current\(\) is the matched node/],
  ] as const)
    test(`is refused for ${what}`, async () => {
      const refused = textOf("", "2.0", matching(pattern));
      await assert.rejects(refused, { code: "INVALID_REQUEST", message: expected });
      assert.equal(await textOf("", "1.0", matching(pattern)), "");
    });
});
