import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { after, test } from "node:test";
import sharp from "sharp";
import { renderPdf } from "../../../lib/engines/render-pdf.ts";
import { outputBytes } from "../../../lib/output/output.ts";
import type { RenderingOrder } from "../../../lib/pdf/rendering/process.ts";
import { rawPdf, rawStream, textPdf } from "../../support/pdf/raw.ts";

const OWNED = Object.values(renderPdf.warmParts);
after(() => Promise.all(OWNED.map((part) => part.stop())));

const WHITE = [255, 255, 255, 255] as const;

const render = (bytes: Uint8Array, order: Partial<RenderingOrder> = {}) =>
  renderPdf.run(
    {
      bytes,
      pages: [{ from: 1, to: -1 }],
      field: "file",
      work: { kind: "draw", format: "png", scale: { dpi: 36 }, background: WHITE, quality: 80 },
      ...order,
    },
    new AbortController().signal,
  );

test("one page becomes a picture of its size", async () => {
  const { fileName, ...output } = await render(textPdf("One", "Two"), { pages: [{ from: 2, to: 2 }] });
  assert.equal(fileName, "page.png");
  const { width, height } = await sharp(await outputBytes(output)).metadata();
  assert.deepEqual([width, height], [150, 100]);
});

test("a page tree that PDFium does not follow is repaired", async () => {
  const isolated = "<</Type/Page/MediaBox[0 0 144 72]>>";
  const pdf = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 9/Kids[3 0 R 4 0 R]>>",
    isolated,
    isolated,
  ]);
  const { fileName } = await render(pdf);
  assert.equal(fileName, "images.zip");
});

test("a page that the file does not have is refused", async () => {
  await assert.rejects(render(textPdf("One"), { pages: [{ from: 2, to: 2 }] }), {
    code: "INVALID_REQUEST",
    reason: "page-out-of-range",
    message: "pages has 2, but the file has 1 page.",
  });
});

test("annotations of a chosen page that have no appearance are reported", async () => {
  const box = "<</Type/Annot/Subtype/FreeText/Rect[0 0 9 9]/Contents(x)/DA(/Helv 9 Tf)>>";
  const pdf = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 50 50]>>",
    "<</Type/Page/Parent 2 0 R>>",
    `<</Type/Page/Parent 2 0 R/Annots[${box}]>>`,
  ]);
  const [drawn, other] = await Promise.all([2, 1].map((page) => render(pdf, { pages: [{ from: page, to: page }] })));
  assert.deepEqual(
    drawn!.warnings.map(({ code, place }) => [code, place]),
    [["annotation-left-out", "page 2"]],
  );
  assert.deepEqual(other!.warnings, []);
});

/** The points and pixels of a side of a page that is noise, of which a PNG has nearly as many bytes. */
const NOISE_SIDE = 1500;

test("a small archive stays in memory", async () => {
  const { body } = await render(textPdf("One", "Two"));
  assert.ok(Buffer.isBuffer(body) || body instanceof Uint8Array);
});

test("nothing is left of a large archive that was sent", async () => {
  const size = `/Width ${NOISE_SIDE}/Height ${NOISE_SIDE}/BitsPerComponent 8/ColorSpace/DeviceGray`;
  const page = "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>";
  const noise = rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count 5/Kids[3 0 R 6 0 R 7 0 R 8 0 R 9 0 R]/MediaBox[0 0 ${NOISE_SIDE} ${NOISE_SIDE}]>>`,
    page,
    rawStream(`${NOISE_SIDE} 0 0 ${NOISE_SIDE} 0 0 cm/I Do`),
    rawStream(randomBytes(NOISE_SIDE * NOISE_SIDE), `/Type/XObject/Subtype/Image${size}`),
    ...[page, page, page, page],
  ]);
  const work = { kind: "draw", format: "png", scale: { dpi: 72 }, background: WHITE, quality: 80 } as const;
  const { body } = await render(noise, { work });
  assert.ok("path" in body && existsSync(body.path));
  await body.remove?.();
  assert.ok(!existsSync(dirname(body.path)));
});
