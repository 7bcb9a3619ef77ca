import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { buildCollection } from "../../../../../lib/fonts/collection.ts";
import { readTables, TRUETYPE } from "../../../../../lib/fonts/sfnt.ts";
import { compress } from "../../../../support/pdf/compress.ts";
import { drawnPages } from "../../../../support/pdf/drawn.ts";
import { pageTexts } from "../../../../support/pdf/look.ts";
import { rawPdf, rawStream } from "../../../../support/pdf/raw.ts";

const shipped = (name: string) =>
  readFileSync(new URL(`../../../../../node_modules/pdfjs-dist/standard_fonts/${name}`, import.meta.url));
const sans = shipped("LiberationSans-Regular.ttf");
const bold = shipped("LiberationSans-Bold.ttf");

/** A page that shows strings in one font, given by its dictionary without the descriptor, its program and its key. */
const pageWith = (shown: string, font: string, program: Buffer, file: string, flags: number): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 100]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    rawStream(`BT /F 24 Tf 20 40 Td ${shown} Tj ET`),
    `<</Type/Font/BaseFont/Whole${font}>>`,
    `<</Type/FontDescriptor/FontName/Whole/Flags ${flags}/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200` +
      `/CapHeight 700/StemV 80/${file} 7 0 R>>`,
    rawStream(program, file === "FontFile3" ? subtypeOf(font, program) : ""),
    cmap,
  ]);

/** A CMap that maps `0041` to CID 36, `0061` and on to 37 and on, and what lies at `0100` and on to CID 43. */
const cmap = rawStream(
  "/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/Own def/CMapType 1 def\n" +
    "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n1 begincidchar\n<0041> 36\nendcidchar\n" +
    "1 begincidrange\n<0061> <0069> 37\nendcidrange\n1 beginnotdefrange\n<0100> <0120> 43\nendnotdefrange\nendcmap end end",
  "/Type/CMap/CMapName/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>",
);

const subtypeOf = (font: string, program: Buffer): string =>
  `/Subtype/${program[0] === 1 ? (font.includes("Type0") ? "CIDFontType0C" : "Type1C") : "OpenType"}`;

const simple = (subtype: string, encoding: string) =>
  `/Subtype/${subtype}/FirstChar 0/LastChar 255/Widths[${"600 ".repeat(256)}]/FontDescriptor 6 0 R${encoding}`;
const composite = (subtype: string, encoding = "/Identity-H") =>
  `/Subtype/Type0/Encoding${encoding}/DescendantFonts[<</Type/Font/Subtype/${subtype}/BaseFont/Whole/DW 600` +
  `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R>>]`;
const differences = "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[1/A/eacute/afii10017/uni0416/alpha]>>";

for (const [what, pdf] of [
  [
    "TrueType in WinAnsi",
    pageWith("(Gr\\374\\337e)", simple("TrueType", "/Encoding/WinAnsiEncoding"), sans, "FontFile2", 32),
  ],
  [
    "TrueType in MacRoman",
    pageWith("(Gr\\237\\247e)", simple("TrueType", "/Encoding/MacRomanEncoding"), sans, "FontFile2", 32),
  ],
  [
    "TrueType with its own glyph names",
    pageWith("<0102030405>", simple("TrueType", differences), sans, "FontFile2", 32),
  ],
  ["TrueType without an encoding", pageWith("(Sign)", simple("TrueType", ""), sans, "FontFile2", 4)],
  ["TrueType where CFF is expected", pageWith("<002400250026>", composite("CIDFontType0"), sans, "FontFile3", 4)],
  [
    "TrueType with its own CMap",
    pageWith("<0041006100620110>", composite("CIDFontType2", " 8 0 R"), sans, "FontFile2", 4),
  ],
  [
    "a collection",
    pageWith(
      "<002400250026>",
      composite("CIDFontType2"),
      buildCollection(TRUETYPE, [readTables(sans)!, readTables(bold)!]),
      "FontFile2",
      4,
    ),
  ],
  [
    "CFF in WinAnsi",
    pageWith(
      "(Gr\\374\\337e)",
      simple("Type1", "/Encoding/WinAnsiEncoding"),
      shipped("FoxitSerif.pfb"),
      "FontFile3",
      32,
    ),
  ],
  [
    "CFF with its own glyph names",
    pageWith("<0102>", simple("Type1", differences), shipped("FoxitSerif.pfb"), "FontFile3", 32),
  ],
  ["CFF in its own encoding", pageWith("(abc\\244)", simple("Type1", ""), shipped("FoxitSymbol.pfb"), "FontFile3", 4)],
  [
    "CFF by numbers of glyphs",
    pageWith("<002400250026>", composite("CIDFontType0"), shipped("FoxitSerif.pfb"), "FontFile3", 4),
  ],
  [
    "CFF with its own CMap",
    pageWith("<004100610062>", composite("CIDFontType0", " 8 0 R"), shipped("FoxitSerif.pfb"), "FontFile3", 4),
  ],
  ["CFF by CIDs", readFileSync(new URL("../../../../fixtures/pdf/cid-keyed-cff.pdf", import.meta.url))],
] as const) {
  test(`a font keeps only what the document shows: ${what}`, async () => {
    const { body } = await compress(pdf, "high");
    assert.ok(body.length < pdf.length * 0.8, `${body.length} of ${pdf.length} bytes`);
    const [before] = await drawnPages(pdf);
    assert.ok(
      before!.some((value) => value < 128),
      "the page is blank",
    );
    assert.deepEqual(await drawnPages(body), [before]);
    assert.deepEqual(await pageTexts(body), await pageTexts(pdf));
  });
}
