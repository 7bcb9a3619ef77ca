import assert from "node:assert/strict";
import { after, test } from "node:test";
import sharp from "sharp";
import { get, nameAt } from "../../../../../lib/pdf/access.ts";
import { LEVELS } from "../../../../../lib/pdf/compress/levels.ts";
import { compressProven } from "../../../../../lib/pdf/compress/prove.ts";
import { Stream } from "../../../../../lib/pdf/objects.ts";
import { Renderer } from "../../../../../lib/pdf/proof/renderer.ts";
import { reachableObjects } from "../../../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../../../lib/pdf/read/open.ts";
import { seeded } from "../../../../support/pdf/pictures.ts";
import { rawPdf, rawStream } from "../../../../support/pdf/raw.ts";

const renderer = new Renderer();
after(() => renderer.close());

const [WIDTH, HEIGHT] = [420, 300];

type Colour = readonly [red: number, green: number, blue: number];

/** Grainy paper, and on it lines of one pixel through dots. */
const curves = (line: Colour, dot: Colour): Buffer => {
  const random = seeded(6);
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [(at % WIDTH) % 28, Math.floor(at / WIDTH) % 28];
    const paper = 220 + random() * 30;
    const colour = y === 9 ? line : Math.hypot(x - 9, y - 9) < 5 ? dot : [paper, paper, paper];
    data.set(colour, 3 * at);
  }
  return data;
};

const page = (picture: Buffer, entries = "", more: readonly string[] = []): Buffer =>
  rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 320 240]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    rawStream("q 302 0 0 216 9 9 cm /I Do Q"),
    rawStream(
      picture,
      `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/BitsPerComponent 8/ColorSpace/DeviceRGB${entries}`,
    ),
    ...more,
  ]);

const compressed = async (bytes: Buffer) => {
  const { pieces, faults, improvements } = await compressProven(bytes, LEVELS.low, renderer);
  assert.ok(pieces !== undefined);
  assert.deepEqual(faults, []);
  const { catalog } = openWithBudget(Buffer.concat(pieces)).document;
  const images = reachableObjects(catalog).flatMap(({ value }) =>
    value instanceof Stream && nameAt(value, "Subtype") === "Image" ? [value] : [],
  );
  const image = images.find((one) => nameAt(one, "ColorSpace") === "DeviceRGB");
  assert.ok(image !== undefined);
  return { image, improvements };
};

test("a thin line through dots of another colour keeps the chroma of each pixel, at the resolution of the quality", async () => {
  const { image, improvements } = await compressed(page(curves([255, 0, 0], [0, 0, 160])));
  assert.equal(improvements, 1);
  const { chromaSubsampling, width } = await sharp(image.data).metadata();
  assert.deepEqual([nameAt(image, "Filter"), chromaSubsampling, width], ["DCTDecode", "4:4:4", WIDTH]);
});

test("a gray picture shares the chroma of pixels", async () => {
  const { image, improvements } = await compressed(page(curves([60, 60, 62], [100, 100, 104])));
  assert.equal(improvements, 0);
  assert.equal((await sharp(image.data).metadata()).chromaSubsampling, "4:2:0");
});

test("a picture with a soft mask is encoded again although it has a colour key, which then has no effect", async () => {
  const mask = rawStream(
    Buffer.alloc(WIDTH * HEIGHT, 255),
    `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/BitsPerComponent 8/ColorSpace/DeviceGray`,
  );
  const picture = curves([60, 60, 62], [100, 100, 104]);
  const { image } = await compressed(page(picture, "/Mask[255 255 255 255 255 255]/SMask 6 0 R", [mask]));
  assert.deepEqual([nameAt(image, "Filter"), get(image, "Mask")], ["DCTDecode", undefined]);
});
