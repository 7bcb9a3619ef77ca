import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { buildFont, readTables, TRUETYPE } from "../../../../lib/fonts/sfnt.ts";
import { openDocument, withPage } from "../../../../lib/pdf/pdfium/open-document.ts";
import { loadPdfium } from "../../../../lib/pdf/pdfium/pdfium.ts";
import { openSource } from "../../../../lib/pdf/rendering/source.ts";
import { readTextPage } from "../../../../lib/pdf/text/text-page.ts";
import { completeUnicodeMaps } from "../../../../lib/pdf/text/unicode-maps.ts";
import { MB } from "../../../../lib/settings/megabyte.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const pdfium = await loadPdfium(256 * MB);
const ALL = { pages: [{ from: 1, to: -1 }] };

/** A page that shows a string in a font; `objects` begin with object 6. */
const pagePdf = (shown: string, font: string, ...objects: string[]): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    rawStream(`BT /F 10 Tf 20 300 Td ${shown} Tj ET`),
    font,
    ...objects,
  ]);

const readPage = (file: Uint8Array): readonly [content: unknown, unmapped: number] => {
  const document = openDocument(pdfium, openSource(file, ALL, completeUnicodeMaps).bytes);
  assert.ok(document !== undefined);
  const page = withPage(document, 0, (handle) => readTextPage(document, handle, { format: "text", position: 0 }));
  document.close();
  return [page?.content, page?.unmapped ?? 0];
};

const mapOf = (entries: string): string =>
  rawStream(`begincmap 1 begincodespacerange <00> <FF> endcodespacerange ${entries} endcmap`);

const wideFont =
  "<</Type/Font/Subtype/Type0/BaseFont/Serif/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode 7 0 R>>";
const descendant =
  "<</Type/Font/Subtype/CIDFontType2/BaseFont/Serif/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/Serif/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 0/Descent 0/CapHeight 0/StemV 0>>>>";

test("a range of codes may cross their first byte, with the first text or with a list of texts", () => {
  const range = mapOf("1 beginbfrange <00f0> <0110> <0041> endbfrange");
  assert.deepEqual(readPage(pagePdf("<00f001030104>", wideFont, descendant, range)), ["ATU\n\f", 0]);
  const listed = mapOf("1 beginbfrange <00fe> <0101> [<0041> <0042> <0043> <D83DDE00>] endbfrange");
  assert.deepEqual(readPage(pagePdf("<00fe01000101>", wideFont, descendant, listed)), ["AC\u{1f600}\n\f", 0]);
});

test("the letters of a Type 3 font are those that their names say", () => {
  const font =
    "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 174/LastChar 175/Widths[600 600]/CharProcs<</beta 6 0 R/ffi 6 0 R>>/Encoding<</Differences[174/beta/ffi]>>>>";
  const glyph = rawStream("600 0 0 0 500 500 d1 0 0 500 500 re f");
  assert.deepEqual(readPage(pagePdf("<aeaf>", font, glyph)), ["βffi\n\f", 0]);
});

test("the name of a letter says what a map does not", () => {
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[33/ffi/f]>>/ToUnicode 6 0 R>>";
  const map = mapOf("2 beginbfchar <21> <0000> <22> <0067> endbfchar");
  assert.deepEqual(readPage(pagePdf("<2122>", font, map)), ["ffig\n\f", 0]);
});

/** A font whose codes 149 and 150 have glyphs, in the table of a Macintosh. */
const macintoshFont = (): Buffer => {
  const url = new URL("../../../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf", import.meta.url);
  const tables = readTables(readFileSync(url));
  assert.ok(tables !== undefined);
  const glyphs = Buffer.alloc(256);
  glyphs[149] = 36;
  glyphs[150] = 37;
  const head = Buffer.from([0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 12, 0, 0, 262 >> 8, 262 & 255, 0, 0]);
  return buildFont(TRUETYPE, tables.set("cmap", Buffer.concat([head, glyphs])));
};

test("a code without a text is that of Windows in a TrueType font that names no encoding", () => {
  const descriptor =
    "<</Type/FontDescriptor/FontName/Sans/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80/FontFile2 7 0 R>>";
  const font = `<</Type/Font/Subtype/TrueType/BaseFont/Sans/FirstChar 148/LastChar 150/Widths[0 500 500]/FontDescriptor ${descriptor}/ToUnicode 6 0 R>>`;
  const map = mapOf("1 beginbfchar <96> <0078> endbfchar");
  const file = pagePdf("<9596>", font, map, rawStream(macintoshFont()));
  assert.deepEqual(readPage(file), ["•x\n\f", 0]);
});

test("a file whose maps can be read is read as it is", () => {
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>";
  const file = pagePdf("(a)", font, mapOf("1 beginbfrange <61> <7a> <0041> endbfrange"));
  assert.equal(openSource(file, ALL, completeUnicodeMaps).bytes, file);
});
