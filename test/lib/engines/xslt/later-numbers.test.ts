import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { xmlToHtml } from "../../../../lib/engines/xml-to-html.ts";
import { warmParts } from "../../../../lib/workers/warm.ts";
import { writtenText } from "../../../support/written-text.ts";

after(() => warmParts().get(xmlToHtml.name)?.stop());

const XML = "<a n='1'><b>0.1</b><b>0.2</b><c>1500000</c><d/><d/><e><d/></e></a>";

const textOf = (template: string, version: string) => writtenText(template, { xml: XML, version });

const value = (select: string) => `<xsl:value-of select="${select}"/>`;
const number = (attributes: string, at = "//e/d") =>
  `<xsl:for-each select="${at}"><xsl:number ${attributes}/></xsl:for-each>`;

suite("a stylesheet of version 2.0", { concurrency: 1 }, () => {
  for (const [what, template, expected] of [
    ["whole numbers", value("count(//d) * 4 - 20"), "-8"],
    ["fractions that 15 digits tell from all others", value("//b[1] * 5"), "0.5"],
    ["what is no number", value("number('x')"), "NaN"],
    ["formatted numbers", value("format-number(sum(//c), '#,##0')"), "1,500,000"],
    ["formatted halves that go up to an even digit", value("format-number(0.375, '0.00')"), "0.38"],
    ["formatted numbers below zero", value("format-number(-1234.5, '#,##0.00;(#,##0.00)')"), "(1,234.50)"],
    ["formatted shares", value("format-number(//b[1], '0.0%')"), "10.0%"],
    ["what is no number, formatted", value("format-number(number('x'), '0')"), "NaN"],
    ["text from the document", value("//c"), "1500000"],
    ["numbers of nodes", number('level="any" format="(a) "'), "(c)"],
    ["numbers of nodes from others", number('level="any" from="e"'), "1"],
    ["values", number('value="count(//d)" format="I."'), "III."],
    ["what stands around the number if nothing is counted", number('count="x" format="(1) "'), "()"],
    ["what stands around it if nothing is counted before", number('level="any" count="x" format="[1]"'), "[]"],
    ["nothing if nothing is counted", number('level="multiple" count="x"'), ""],
  ] as const)
    test(`writes ${what}`, async () => assert.equal(await textOf(template, "2.0"), expected));

  for (const [what, template, expected] of [
    ["an infinite number", value("1 div 0"), /another way/],
    ["a large number", value("sum(//c)"), /another way/],
    ["a small number", value("//b[1] div 100000"), /another way/],
    ["the negative zero", value("-0"), /another way/],
    ["a number with more digits", value("//b[1] + //b[2]"), /another way/],
    ["a number in a text", value("concat('x', 1 div 0)"), /another way/],
    ["a number in an attribute", '<i id="{1 div 0}"/>', /another way/],
    ["a formatted half that goes down to an even digit", value("format-number(0.125, '0.00')"), /rounds this number/],
    ["a formatted half that doubles miss", value("format-number(//b[1] * 20.5, '0.0')"), /rounds this number/],
    ["an infinite number, formatted", value("format-number(1 div 0, '0')"), /rounds this number/],
    ["a format without a zero", value("format-number(12, '#.##')"), /reads this picture/],
    ["a format with nothing behind its point", value("format-number(12, '0.')"), /reads this picture/],
    ["a format with groups of two lengths", value("format-number(12, '#,##,##0')"), /reads this picture/],
    ["a format with another digit", value("format-number(12, '0 m2')"), /reads this picture/],
    ["a format with other digits below zero", value("format-number(-1, '0.00;(0)')"), /reads this picture/],
    ["a formatted text", value("format-number('12', '0')"), /no number/],
    ["several formatted nodes", value("format-number(//b, '0.0')"), /several nodes/],
    ["the infinite number in a text", value("number('-INF')"), /reads this text as a number/],
    ["a number with a plus sign in a text", value("number(' +5')"), /reads this text as a number/],
    ["a range as a number's value", number('value="(1 to 3)"'), /not one whole number/],
    ["several nodes as a number's value", number('value="//b"'), /not one whole number/],
    ["a number's format in words", number('value="3" format="w"'), /format is not one of XSLT 1\.0/],
    ["a number's format without a token", number('value="3" format="*"'), /format is not one of XSLT 1\.0/],
    ["a number's format in an attribute", number('value="3" format="{//a/@n}w"'), /format is not one of XSLT 1\.0/],
    ["from at one level", number('from="a"'), /from counts in another way/],
  ] as const)
    test(`is refused for ${what}`, async () => {
      await assert.rejects(textOf(template, "2.0"), { code: "INVALID_REQUEST", message: expected });
    });

  test("of version 1.0 writes all of them", async () => {
    assert.equal(await textOf(value("1 div 0"), "1.0"), "Infinity");
    assert.equal(await textOf(value("sum(//c)"), "1.0"), "1500000");
    assert.equal(await textOf(number('value="3" format="w"'), "1.0"), "3");
  });
});
