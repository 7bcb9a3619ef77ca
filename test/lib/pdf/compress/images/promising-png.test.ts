import assert from "node:assert/strict";
import { test } from "node:test";
import type { PngOptions } from "sharp";
import { promisingPngs } from "../../../../../lib/pdf/compress/images/promising-png.ts";
import type { Pixels } from "../../../../../lib/pictures/pixels.ts";
import { encodeJpeg, encodePng } from "../../../../../lib/pictures/sharp.ts";
import { seeded } from "../../../../support/pdf/pictures.ts";

const SIDE = 400;
const FILTERED = { adaptiveFiltering: true };
const UNFILTERED = { adaptiveFiltering: false };

const picture = (side: number, valueAt: (x: number, y: number) => number): Pixels => ({
  data: Buffer.from(Array.from({ length: side * side }, (_, at) => valueAt(at % side, Math.floor(at / side)))),
  width: side,
  height: side,
  channels: 1,
});

const random = seeded(5);
/** Light and shade with the grain of a film. */
const photograph = picture(SIDE, (x, y) => 128 + 90 * Math.sin(x / 40) * Math.cos(y / 60) + 12 * random());
/** Boxes in four colours. */
const drawing = picture(SIDE, (x, y) => 80 * (((x >> 5) * 7 + (y >> 5) * 3) % 4));
/** Each pixel is a few steps lighter than its left neighbour, in each row beginning at another value. */
const ramps = picture(SIDE, (x, y) => (((x * x) >> 5) + y * y * 37) & 255);

const sizeOf = async (pixels: Pixels, way: PngOptions): Promise<number> => (await encodePng(pixels, way)).length;

test("a photograph is not encoded as PNG if its JPEG is much smaller", async () => {
  const jpeg = await encodeJpeg(photograph, 62, true);
  assert.deepEqual(await promisingPngs(photograph, [FILTERED, UNFILTERED], jpeg.length), []);
  assert.ok((await sizeOf(photograph, FILTERED)) > 2 * jpeg.length);
});

test("a drawing is encoded as PNG", async () => {
  const jpeg = await encodeJpeg(drawing, 62, true);
  const ways = await promisingPngs(drawing, [FILTERED, UNFILTERED], jpeg.length);
  assert.ok(ways.length > 0);
  const sizes = await Promise.all(ways.map((way) => sizeOf(drawing, way)));
  const least = Math.min(await sizeOf(drawing, FILTERED), await sizeOf(drawing, UNFILTERED));
  assert.ok(sizes.includes(least) && least < jpeg.length);
});

test("a way that another one outdoes by far is left out", async () => {
  assert.deepEqual(await promisingPngs(ramps, [UNFILTERED, FILTERED], Number.POSITIVE_INFINITY), [FILTERED]);
  assert.ok((await sizeOf(ramps, UNFILTERED)) > 2 * (await sizeOf(ramps, FILTERED)));
});

test("what a PNG needs once does not count for each band", async () => {
  const palette = { palette: true, colours: 64, dither: 0 };
  const dots = picture(SIDE, (x, y) => (x % 50 === 0 && y % 50 === 0 ? (x + y) & 255 : 255));
  const { length } = await encodePng(dots, palette);
  assert.deepEqual(await promisingPngs(dots, [palette], length), [palette]);
});

test("a small picture is encoded in each way", async () => {
  const small = picture(100, () => 255 * random());
  assert.deepEqual(await promisingPngs(small, [FILTERED, UNFILTERED], 1), [FILTERED, UNFILTERED]);
});
