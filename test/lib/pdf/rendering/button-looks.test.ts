import assert from "node:assert/strict";
import { after, test } from "node:test";
import sharp from "sharp";
import { renderPdf } from "../../../../lib/engines/render-pdf.ts";
import { outputBytes } from "../../../../lib/output/output.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const OWNED = Object.values(renderPdf.warmParts);
after(() => Promise.all(OWNED.map((part) => part.stop())));

const SIDE = 20;

/** A page that shows one widget, the kid of a button, each with these entries; object 6 is a blue look. */
const withButton = (field: string, widget: string, form = ""): Buffer =>
  rawPdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]${form}>>>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${SIDE} ${SIDE}]/Annots[5 0 R]>>`,
    `<</FT/Btn/T(b)/Kids[5 0 R]${field}>>`,
    `<</Type/Annot/Subtype/Widget/Parent 4 0 R/F 4/Rect[0 0 ${SIDE} ${SIDE}]${widget}>>`,
    rawStream(`0 0 1 rg 0 0 ${SIDE} ${SIDE} re f`, `/Subtype/Form/BBox[0 0 ${SIDE} ${SIDE}]`),
  ]);

const drawn = async (bytes: Uint8Array): Promise<Buffer> => {
  const background = [255, 255, 255, 255] as const;
  const work = { kind: "draw", format: "png", scale: { dpi: 72 }, background, quality: 80 } as const;
  const pages = [{ from: 1, to: 1 }];
  const output = await renderPdf.run({ bytes, pages, field: "file", work }, new AbortController().signal);
  return sharp(await outputBytes(output))
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
};

for (const [name, field, widget] of [
  ["that is off", "/V/Off", ""],
  ["that is on", "/V/Yes", "/AS/Yes"],
  ["whose state has no look", "/Ff 4", "/AS/Unknown"],
  ["of several", "/Ff 32768/V/Two", "/AS/Off"],
] as const) {
  test(`a button ${name} is drawn with the one look that it has`, async () => {
    const pixels = await drawn(withButton(field, `/MK<</CA(Submit)>>/AP<</N 6 0 R>>${widget}`));
    const middle = 3 * (SIDE * (SIDE / 2) + SIDE / 2);
    assert.deepEqual([...pixels.subarray(middle, middle + 3)], [0, 0, 255]);
  });
}

test("a push button without a look is drawn with its caption, if its font is a composite one", async () => {
  const descendant =
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/Sans/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>>>";
  const font = `<</Type/Font/Subtype/Type0/BaseFont/Sans/Encoding/Identity-H/DescendantFonts[${descendant}]>>`;
  const button = "/MK<</BG[0 0 1]/CA(I)>>/DA(/F2 16 Tf 1 0 0 rg)";
  const pixels = await drawn(withButton("/Ff 65536", button, `/DR<</Font<</F2 ${font}>>>>`));
  const reds = [...pixels.keys()].filter((at) => at % 3 === 0 && (pixels[at] ?? 0) > 200);
  assert.ok(reds.length > 10, `${reds.length} pixels are red`);
});
