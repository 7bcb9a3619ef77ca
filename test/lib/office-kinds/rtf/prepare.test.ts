import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { officeToPdf } from "../../../../lib/engines/office-to-pdf.ts";
import { prepareRtf } from "../../../../lib/office-kinds/rtf/prepare.ts";
import { bytesOf } from "../../../support/finished.ts";
import { noOffice } from "../../../support/office/engine.ts";
import { textOf } from "../../../support/pdf-text.ts";
import { stopEngines } from "../../../support/print.ts";

after(stopEngines);

const rtf = (content: string): Buffer =>
  Buffer.from(`{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}{\\info{\\title Own title}}${content}}`, "latin1");

const printed = async (content: string) => {
  const output = await officeToPdf.run({ bytes: rtf(content) }, AbortSignal.timeout(600_000));
  return { text: await textOf(await bytesOf(output)), codes: output.warnings.map(({ code }) => code) };
};

const field = (code: string, result = ""): string => `{\\field{\\*\\fldinst { ${code} }}{\\fldrslt ${result}}}`;

const LIST =
  "{\\*\\formfield{\\fftype2\\ffres25\\ffhaslistbox\\ffdefres1{\\*\\ffname List}{\\*\\ffl first}{\\*\\ffl second}}}";

/** Fields, and what Word shows for them. */
const FIELDS = [
  ["SYMBOL 97 \\\\f Symbol \\\\s 12", "\\u945 ?", "α"],
  ["SYMBOL 65", "", "A"],
  ["TEMPLATE \\\\* MERGEFORMAT", "Normal.dot", "Normal.dot"],
  ["EDITTIME", "{\\b 77}", "77"],
  ["NUMWORDS", "{{\\b 88}}", "88"],
  ["SUBJECT", "stored subject", "stored subject"],
  ["TITLE", "stored title", "Own title"],
  ["REF missing", "stored text", "stored text"],
  ["PAGEREF missing \\\\p", "above", "above"],
  ["PAGEREF \\\\h \\\\p there", "above", "above"],
  ["REF there", "old", "Target"],
  ["EQ \\\\f(1,2)", "", "1/2"],
  ["EQ \\\\r(,x)", "", "√x"],
  ["EQ \\\\f(1,2)", "one half", "one half"],
  ["GOTOBUTTON Mark over there", "", "over there"],
  ["\\uc0 GOTOBUTTON Mark \\u945 beta", "", "αbeta"],
  ["\\uc2 GOTOBUTTON Mark \\u945 ??beta", "", "αbeta"],
  ["\\uc3 GOTOBUTTON Mark \\u945 \\'81?\\{beta", "", "αbeta"],
  [`FORMDROPDOWN ${LIST}`, "second", "second"],
  [`QUOTE ${field("SYMBOL 66", "inner")}`, "outer", "outer"],
  ["LISTNUM", "", ""],
] as const;

suite("office-to-pdf of RTF", { skip: noOffice, concurrency: 2 }, () => {
  test("prints fields as Word shows them", async () => {
    const lines = FIELDS.map(([code, result], index) => `${index}:[${field(code, result)}]\\par\n`);
    const { text, codes } = await printed(`{\\*\\bkmkstart there}Target{\\*\\bkmkend there}\\par\n${lines.join("")}`);
    const shown = [...text.matchAll(/\d+:\[(.*?)\]/g)].map(([, content]) => content?.trim());
    assert.deepEqual(
      shown,
      FIELDS.map(([, , expected]) => expected),
    );
    assert.deepEqual(codes.toSorted(), ["field-left-out", "formatting-simplified"]);
  });

  test("prints fields of a mail merge beside a link in the footer", async () => {
    const link = '{\\field{\\*\\fldinst{HYPERLINK "w6"}}{\\fldrslt{\\b\\f0\\fs20\\cs5 linked}}}';
    const cells = `${field("MERGEFIELD KH \\\\* MERGEFORMAT", "stored")}${field("MERGEFIELD KI")}\\cellx6979\\row`;
    const { text } = await printed(`{\\footerr ${link}}\\cellx6979\\cell ${cells}`);
    for (const shown of ["linked", "stored"]) assert.ok(text.includes(shown), text);
  });

  test("prints tables between which a level is missing", async () => {
    const end = "\\nestcell{\\*\\nesttableprops\\trowd\\cellx4000\\nestrow}";
    const cells = `\\pard\\intbl\\itap2 before\\par\\pard\\intbl\\itap5 too deep${end}\\pard\\intbl\\itap2 after${end}`;
    const { text } = await printed(`\\trowd\\cellx5000${cells}\\pard\\intbl\\itap1 outer\\cell\\row`);
    assert.match(text, /before\s+too deep\s+after\s+outer/);
  });

  test("prepares a row with very many levels", () => {
    const { bytes } = prepareRtf(rtf(`${"\\itap5 a".repeat(300_000)}\\row`));
    assert.ok(bytes.includes("\\itap2 a") && !bytes.includes("\\itap5"));
  });

  test("prints the header and the footer of a document without a body", async () => {
    const { text, codes } = await printed("\\sectd{\\header Letterhead\\par}{\\footer Address\\par}\\pard\\plain\n");
    assert.match(text, /Letterhead[\s\S]*Address/);
    assert.deepEqual(codes, []);
  });
});

for (const [name, content] of [
  ["text", "{\\header Letterhead\\par}Body"],
  ["a character in an escape", "{\\header Letterhead\\par}\\'e4"],
  ["a paragraph", "{\\header Letterhead\\par}\\par"],
  ["a picture", "{\\header Letterhead\\par}{\\pict\\pngblip 89504e47}"],
  ["nested tables", "\\trowd\\cellx9\\pard\\intbl\\itap3 a\\nestcell\\itap2 b\\nestcell\\itap1 c\\cell\\row"],
  ["nothing, and no header", "\\pard\\plain"],
  ["a field with its own result", `Text ${field("AUTHOR", "Somebody")}`],
  ["a bookmark that is not ASCII", `{\\*\\bkmkstart Gr\\'f6\\'dfe}Text${field("PAGEREF Gr\\'f6\\'dfe", "7")}`],
  ["a button with a field in its code", field(`GOTOBUTTON Mark page ${field("PAGE", "7")}`)],
] as const)
  test(`RTF with ${name} stays as it is`, () => {
    const bytes = rtf(content);
    assert.equal(prepareRtf(bytes).bytes, bytes);
  });

test("RTF with very deep groups and fields is read to its end", () => {
  const deep = "{\\field{\\*\\fldinst x".repeat(100_000) + "}}".repeat(100_000);
  const { bytes } = prepareRtf(rtf(`${deep}${field("NUMWORDS", "88")}`));
  assert.match(bytes.toString("latin1"), /\{\{ ?88\}\}\}$/);
});
