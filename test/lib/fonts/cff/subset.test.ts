import assert from "node:assert/strict";
import { test } from "node:test";
import { readCff } from "../../../../lib/fonts/cff/read.ts";
import { subsetCff } from "../../../../lib/fonts/cff/subset.ts";
import { buildCff } from "../../../../lib/fonts/type1/cff.ts";
import { charstring } from "../../../../lib/fonts/type1/charstring.ts";
import { compress } from "../../../support/pdf/compress.ts";
import { drawnPages } from "../../../support/pdf/drawn.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** A bar as the outline of a glyph. */
const bar = (height: number): Buffer =>
  charstring(
    {
      width: 600,
      steps: [
        { kind: "move", by: [100, 0] },
        { kind: "line", by: [400, 0] },
        { kind: "line", by: [0, height] },
        { kind: "line", by: [-400, 0] },
      ],
    },
    false,
  );

/** A font whose letters have the codes of small letters too. */
const program = buildCff({
  name: "Twice",
  matrix: [0.001, 0, 0, 0.001, 0, 0],
  box: [0, 0, 600, 800],
  glyphs: [".notdef", ...LETTERS].map((name, index) => ({ name, code: bar(150 + 25 * index) })),
  encoding: new Map(
    LETTERS.flatMap((name, index) => [
      [65 + index, name],
      [97 + index, name],
    ]),
  ),
  hinting: new Map(),
});

/** A page that shows a text in the font. */
const pageWith = (text: string): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 100]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    rawStream(`BT /F 24 Tf 20 40 Td (${text}) Tj ET`),
    `<</Type/Font/BaseFont/Twice/Subtype/Type1/FirstChar 0/LastChar 255/Widths[${"600 ".repeat(256)}]/FontDescriptor 6 0 R>>`,
    "<</Type/FontDescriptor/FontName/Twice/Flags 4/FontBBox[0 0 600 800]/ItalicAngle 0/Ascent 800/Descent 0/StemV 80/FontFile3 7 0 R>>",
    rawStream(program, "/Subtype/Type1C"),
  ]);

test("a font whose glyphs have several codes is subset, and keeps the codes that are shown", async () => {
  for (const text of ["AC", "ac"]) {
    const pdf = pageWith(text);
    const { body } = await compress(pdf);
    assert.deepEqual(await drawnPages(body), await drawnPages(pdf));
  }
});

test("codes that are not shown do not keep the whole font", () => {
  const whole = readCff(program)!;
  const codesOfSubset = (...codes: number[]): number[] | undefined => {
    const options = { hints: false, keepGlyphIds: false, codes: new Set(codes) };
    const made = subsetCff(program, whole, new Set([0, 1, 3]), options);
    return made && [...readCff(made)!.encoding.keys()];
  };
  assert.deepEqual(codesOfSubset(65, 67), [65, 67]);
  assert.equal(codesOfSubset(65, 99), undefined);
});
