import assert from "node:assert/strict";
import { after, test } from "node:test";
import sharp from "sharp";
import { renderPdf } from "../../../../lib/engines/render-pdf.ts";
import { outputBytes } from "../../../../lib/output/output.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const OWNED = Object.values(renderPdf.warmParts);
after(() => Promise.all(OWNED.map((part) => part.stop())));

const SIDE = 20;

/** A page on which one widget, the kid of a button with these entries, has one blue look. */
const withButton = (field: string, widget: string): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${SIDE} ${SIDE}]/Annots[5 0 R]>>`,
    `<</FT/Btn/T(b)/Kids[5 0 R]${field}>>`,
    `<</Type/Annot/Subtype/Widget/Parent 4 0 R/F 4/Rect[0 0 ${SIDE} ${SIDE}]/MK<</CA(Submit)>>/AP<</N 6 0 R>>${widget}>>`,
    rawStream(`0 0 1 rg 0 0 ${SIDE} ${SIDE} re f`, `/Subtype/Form/BBox[0 0 ${SIDE} ${SIDE}]`),
  ]);

const middleOf = async (bytes: Uint8Array): Promise<number[]> => {
  const background = [255, 255, 255, 255] as const;
  const work = { kind: "draw", format: "png", scale: { dpi: 72 }, background, quality: 80 } as const;
  const pages = [{ from: 1, to: 1 }];
  const output = await renderPdf.run({ bytes, pages, field: "file", work }, new AbortController().signal);
  const pixels = await sharp(await outputBytes(output))
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
  const at = 3 * (SIDE * (SIDE / 2) + SIDE / 2);
  return [...pixels.subarray(at, at + 3)];
};

for (const [name, field, widget] of [
  ["that is off", "/V/Off", ""],
  ["that is on", "/V/Yes", "/AS/Yes"],
  ["whose state has no look", "/Ff 4", "/AS/Unknown"],
  ["of several", "/Ff 32768/V/Two", "/AS/Off"],
] as const) {
  test(`a button ${name} is drawn with the one look that it has`, async () => {
    assert.deepEqual(await middleOf(withButton(field, widget)), [0, 0, 255]);
  });
}
