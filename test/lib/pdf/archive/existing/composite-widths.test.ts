import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { decodePDFRawStream, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { fontsFolder } from "../../../../../lib/fonts/folder.ts";
import { readTables } from "../../../../../lib/fonts/sfnt.ts";
import { form } from "../../../../support/form.ts";
import { archived } from "../../../../support/pdf/archived.ts";
import { onePage, rawStream } from "../../../../support/pdf/raw.ts";
import { failure, post } from "../../../../support/platen.ts";
import { hasVeraPdf, veraPdfVerdicts } from "../../../../support/verapdf/validate.ts";

const PROGRAM = readFileSync(join(fontsFolder, "files/Caladea-Regular.ttf"));

/** A text of the CIDs 36 and 37, which are glyphs by `map`, with stated widths of 700 and 800. */
const file = (map = "/Identity", ...objects: string[]): Buffer =>
  onePage({
    content: "BT /F 30 Tf 20 40 Td <00240025> Tj ET",
    resources: "/Font<</F 5 0 R>>",
    objects: [
      "<</Type/Font/Subtype/Type0/BaseFont/Caladea/Encoding/Identity-H/DescendantFonts[6 0 R]>>",
      `<</Type/Font/Subtype/CIDFontType2/BaseFont/Caladea/W[36[700 800]]/FontDescriptor 7 0 R/CIDToGIDMap ${map}
        /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>`,
      `<</Type/FontDescriptor/FontName/Caladea/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 900/Descent -200
        /CapHeight 700/StemV 80/FontFile2 8 0 R>>`,
      rawStream(PROGRAM, `/Length1 ${PROGRAM.length}`),
      ...objects,
    ],
  });

/** The advances of the glyphs 36 and 37 of the embedded font, in thousandths of the font size. */
const advancesIn = async (pdf: Uint8Array): Promise<number[]> => {
  const { context } = await PDFDocument.load(pdf);
  const programs = context
    .enumerateIndirectObjects()
    .flatMap(([, object]) =>
      object instanceof PDFRawStream && object.dict.has(PDFName.of("Length1")) ? [object] : [],
    );
  assert.equal(programs.length, 1);
  const tables = readTables(Buffer.from(decodePDFRawStream(programs[0]!).decode()));
  const [head, hmtx] = [tables?.get("head"), tables?.get("hmtx")];
  assert.ok(head && hmtx);
  return [36, 37].map((glyph) => Math.round((hmtx.readUInt16BE(4 * glyph) * 1000) / head.readUInt16BE(18)));
};

test("a composite TrueType font gets the widths by which its glyphs are placed", async () => {
  const result = await archived(file());
  assert.deepEqual(await advancesIn(result), [700, 800]);
  if (hasVeraPdf) assert.deepEqual(veraPdfVerdicts([result]), ["2b compliant"]);
});

test("a font that states two widths for one glyph cannot be PDF/A", async () => {
  const map = Buffer.alloc(2 * 38);
  for (const cid of [36, 37]) map.writeUInt16BE(36, 2 * cid);
  const { status, message } = await failure(await post("/pdf/archive", form({ file: file("9 0 R", rawStream(map)) })));
  assert.equal(status, 400);
  assert.match(message, /widths are not those of its glyphs \(ISO 19005-2, 6\.2\.11\.5\)/);
});
