import assert from "node:assert/strict";
import { test } from "node:test";
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { buildFont, OPENTYPE_CFF } from "../../../../../lib/fonts/sfnt.ts";
import { buildCff } from "../../../../../lib/fonts/type1/cff.ts";
import { archived } from "../../../../support/pdf/archived.ts";
import { onePage, rawStream } from "../../../../support/pdf/raw.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../../support/verapdf/validate.ts";

/** A square of 500 units with an advance of 600: `600 50 0 rmoveto 500 500 -500 hlineto endchar`. */
const SQUARE = Buffer.from([28, 2, 88, 189, 139, 21, 28, 1, 244, 28, 1, 244, 28, 254, 12, 6, 14]);
const WIDTH = 600;

const CFF = buildCff({
  name: "Squares",
  matrix: [0.001, 0, 0, 0.001, 0, 0],
  box: [0, 0, 600, 500],
  glyphs: [".notdef", "A", "B", "C"].map((name) => ({ name, code: SQUARE })),
  encoding: new Map(),
  hinting: new Map([["StdHW", [40]]]),
});

const table = (length: number, numbers: Readonly<Record<number, number>>): Buffer => {
  const made = Buffer.alloc(length);
  for (const [at, number] of Object.entries(numbers)) made.writeUInt16BE(number, Number(at));
  return made;
};

const OPENTYPE = buildFont(
  OPENTYPE_CFF,
  new Map([
    ["CFF ", CFF],
    ["head", table(54, { 0: 1, 12: 0x5f0f, 14: 0x3cf5, 18: 1000, 40: 600, 42: 500 })],
    ["hhea", table(36, { 0: 1, 4: 500, 10: WIDTH, 34: 1 })],
    ["hmtx", table(10, { 0: WIDTH })],
    ["maxp", table(6, { 2: 0x5000, 4: 4 })],
  ]),
);

const DOCUMENT = onePage({
  content: "BT /F 30 Tf 20 40 Td <000100020003> Tj ET",
  resources: "/Font<</F 5 0 R>>",
  objects: [
    "<</Type/Font/Subtype/Type0/BaseFont/AAAAAA+Squares/Encoding/Identity-H/DescendantFonts[6 0 R]>>",
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/AAAAAA+Squares/DW ${WIDTH}/FontDescriptor 7 0 R
      /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>`,
    `<</Type/FontDescriptor/FontName/AAAAAA+Squares/Flags 4/FontBBox[0 0 600 500]/ItalicAngle 0/Ascent 500/Descent 0
      /CapHeight 500/StemV 80/FontFile3 8 0 R>>`,
    rawStream(OPENTYPE, "/Subtype/OpenType"),
  ],
});

test("glyphs with names are embedded bare in a composite font, so that no reader takes their encoding for that of the font", async () => {
  const result = await archived(DOCUMENT);
  const { context } = await PDFDocument.load(result);
  const programs = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
    .filter(({ dict }) => dict.get(PDFName.of("Subtype")) === PDFName.of("CIDFontType0C"));
  const [program] = programs;
  assert.equal(programs.length, 1);
  assert.deepEqual(program && Buffer.from(decodePDFRawStream(program).decode()), CFF);
  if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([result]), ["2b compliant"]);
});
