import assert from "node:assert/strict";
import { test } from "node:test";
import { openDocument, withPage } from "../../../../lib/pdf/pdfium/open-document.ts";
import { loadPdfium } from "../../../../lib/pdf/pdfium/pdfium.ts";
import { HeadingLevels, markdownText } from "../../../../lib/pdf/text/markdown-document.ts";
import { readTextPage, type TextFormat, type TextPage } from "../../../../lib/pdf/text/text-page.ts";
import { MB } from "../../../../lib/settings/megabyte.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const pdfium = await loadPdfium(256 * MB);

const readPage = (file: Uint8Array, format: TextFormat): TextPage => {
  const document = openDocument(pdfium, file);
  assert.ok(document !== undefined);
  const page = withPage(document, 0, (handle) => readTextPage(document, handle, { format, position: 0 }));
  document.close();
  assert.ok(page !== undefined);
  return page;
};

const textOf = (file: Uint8Array): string => readPage(file, "text").content as string;

const markdownOf = (file: Uint8Array): string => {
  const { content } = readPage(file, "markdown");
  assert.ok(typeof content !== "string");
  return markdownText(content, new HeadingLevels(content), undefined);
};

/** A page of 400 by 400 points; the font F is Helvetica, in which the letters of `map` mean others. */
const pagePdf = (
  content: string,
  map = "",
  more: { page?: string; catalog?: string; font?: string; objects?: string[] } = {},
): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R${more.catalog ?? ""}>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${more.page ?? ""}>>`,
    rawStream(content),
    `<</Type/Font${more.font ?? "/Subtype/Type1"}/BaseFont/Helvetica/Encoding/WinAnsiEncoding${map === "" ? "" : "/ToUnicode 6 0 R"}>>`,
    rawStream(`begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${map} endcmap`),
    ...(more.objects ?? []),
  ]);

const line = (text: string, x: number, y: number, size = 10): string =>
  `BT /F ${size} Tf ${x} ${y} Td (${text}) Tj ET\n`;

test("ligatures are the letters that they stand for, within their word", () => {
  const ligatures = "3 beginbfchar <41> <FB01> <42> <00660066> <43> <00740074> endbfchar";
  const map = `${ligatures} 1 beginbfrange <61> <7A> <0061> endbfrange`;
  assert.equal(textOf(pagePdf(line("Arst suBix aCached", 20, 300), map)), "first suffix attached\n\f");
});

test("a character beyond U+FFFF is one character", () => {
  const map = "1 beginbfchar <41> <D83DDE00> endbfchar 1 beginbfrange <61> <7A> <0061> endbfrange";
  assert.equal(textOf(pagePdf(line("a A b", 20, 300), map)), "a \u{1f600} b\n\f");
});

test("accents that are drawn over letters make letters with accents", () => {
  const content = `${line("Caf", 20, 300)}${line("\\264", 35.9, 300)}${line("e", 34.9, 300)}${line("x", 60, 300)}`;
  assert.equal(textOf(pagePdf(content)), "Café  x\n\f");
});

test("characters whose font does not say what they mean are counted", () => {
  const { content, unmapped } = readPage(
    pagePdf(line("aA", 20, 300), "2 beginbfchar <41> <FFFD> <61> <0061> endbfchar"),
    "text",
  );
  assert.deepEqual([content, unmapped], ["a\ufffd\n\f", 1]);
});

test("text of a font with a negative size is read in its direction", () => {
  assert.equal(textOf(pagePdf("BT /F -10 Tf -1 0 0 -1 20 300 Tm (upright words) Tj ET")), "upright words\n\f");
});

test("text of a font that claims a great descent is read", () => {
  const metrics =
    "/Flags 32/FontBBox[0 -30000 1000 700]/Ascent 700/CapHeight 700/Descent -30000/ItalicAngle 0/StemV 80";
  const widths = `/FirstChar 97/LastChar 122/Widths[${"600 ".repeat(26)}]`;
  const font = `/Subtype/TrueType${widths}/FontDescriptor<</Type/FontDescriptor/FontName/Helvetica${metrics}>>`;
  assert.equal(textOf(pagePdf(line("deep", 20, 100), "", { font })), "deep\n\f");
  assert.equal(textOf(pagePdf(line("below", 20, -50), "", { font })), "\f");
});

test("a watermark is read after the text that it lies over", () => {
  const lines = ["These lines are under", "a watermark that is", "larger than they are,", "and stay together."];
  const text = lines.map((words, at) => line(words, 20, 330 - 12 * at)).join("");
  assert.equal(textOf(pagePdf(text + line("DRAFT", 30, 305, 40))), `${lines.join("\n")}\n\nDRAFT\n\f`);
});

test("a large word does not draw the lines beside it together", () => {
  const small = ["first line beside it", "second line beside it"].map((words, at) => line(words, 20, 300 - 12 * at));
  const text = textOf(pagePdf(`${line("2026", 200, 296, 26)}${small.join("")}${line("\\256", 260, 305, 8)}`));
  assert.match(text, /^first line beside it {2}2026 ®\n+second line beside it\n/);
});

test("an initial begins the first of the lines beside it", () => {
  const beside = ["here was a king who", "had three daughters", "and one of them was"];
  const content = beside.map((words, at) => line(words, 46, 330 - 12 * at)).join("");
  const below = line("fairer than the sun.", 20, 294);
  const text = textOf(pagePdf(line("T", 20, 306, 42) + content + below));
  assert.equal(
    text.replaceAll("\n\n", "\n"),
    "There was a king who\nhad three daughters\nand one of them was\nfairer than the sun.\n\f",
  );
});

test("lines that are turned are read in their direction, after the others", () => {
  const aside = "BT /F 10 Tf 0 1 -1 0 380 100 Tm (at the side) Tj ET\n";
  assert.equal(textOf(pagePdf(aside + line("a line of the page", 20, 300))), "a line of the page\n\nat the side\n\f");
});

test("a footer that the file draws first does not make columns of a table", () => {
  const rows = ["One", "Two", "Three", "Four"].flatMap((word, at) =>
    at % 2 === 0 ? [line(word, 20, 300 - 30 * at)] : [line(word, 200, 300 - 30 * at)],
  );
  const text = textOf(pagePdf(line("Footer", 20, 60) + rows.join("")));
  assert.deepEqual(text.split(/\s+/).filter(Boolean), ["One", "Two", "Three", "Four", "Footer"]);
});

/** The structure tree of a page: a heading, a paragraph with a link, a list, and a table. */
const tagged = (): Buffer => {
  const marked: readonly (readonly [text: string, x: number, y: number])[] = [
    ["Heading", 20, 360],
    ["See the page", 20, 340],
    ["of notes.", 20, 328],
    ["-", 20, 310],
    ["entry", 40, 310],
    ["Name", 20, 280],
    ["Price", 120, 280],
    ["Lamp", 20, 268],
    ["a|b", 120, 268],
  ];
  const content = marked.map(([text, x, y], at) => `/P <</MCID ${at}>> BDC ${line(text, x, y)} EMC\n`).join("");
  const artifact = `/Artifact BMC ${line("Page 1", 180, 20)} EMC\n`;
  const element = (type: string, parent: number, kids: string) =>
    `<</Type/StructElem/S/${type}/P ${parent} 0 R/Pg 3 0 R/K[${kids}]>>`;
  const objects = [
    "<</Type/Annot/Subtype/Link/Rect[35 338 90 350]/Border[0 0 0]/A<</S/URI/URI(https://example.com/a b)>>>>",
    "<</Type/StructTreeRoot/K 9 0 R/ParentTree<</Nums[0[10 0 R 11 0 R 11 0 R 14 0 R 15 0 R 18 0 R 19 0 R 20 0 R 21 0 R]]>>>>",
    element("Document", 8, "10 0 R 11 0 R 12 0 R 16 0 R"),
    element("H2", 9, "0"),
    element("P", 9, "1 2"),
    element("L", 9, "13 0 R"),
    element("LI", 12, "14 0 R 15 0 R"),
    element("Lbl", 13, "3"),
    element("LBody", 13, "4"),
    element("Table", 9, "17 0 R 22 0 R"),
    element("TR", 16, "18 0 R 19 0 R"),
    element("TH", 17, "5"),
    element("TH", 17, "6"),
    element("TD", 22, "7"),
    element("TD", 22, "8"),
    element("TR", 16, "20 0 R 21 0 R"),
  ];
  return pagePdf(content + artifact, "", {
    page: "/StructParents 0/Annots[7 0 R]",
    catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 8 0 R",
    objects,
  });
};

test("Markdown has the headings, links, lists and tables that are tagged, and no artifacts", () => {
  assert.equal(
    markdownOf(tagged()),
    [
      "## Heading",
      "",
      "See [the page](<https://example.com/a%20b>) of notes.",
      "",
      "- entry",
      "",
      "| Name | Price |",
      "| --- | --- |",
      "| Lamp | a\\|b |",
    ].join("\n"),
  );
});
