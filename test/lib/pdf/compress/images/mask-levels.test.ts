import assert from "node:assert/strict";
import { test } from "node:test";
import { get, nameAt } from "../../../../../lib/pdf/access.ts";
import type { Quality } from "../../../../../lib/pdf/compress/levels.ts";
import { Stream } from "../../../../../lib/pdf/objects.ts";
import { reachableObjects } from "../../../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../../../lib/pdf/read/open.ts";
import { compress } from "../../../../support/pdf/compress.ts";
import { drawnPages } from "../../../../support/pdf/drawn.ts";
import { seeded } from "../../../../support/pdf/pictures.ts";
import { rawPdf, rawStream } from "../../../../support/pdf/raw.ts";

const MASK_SIDE = 201;
const CELL_SIDE = 24;

/** Discs of different sizes with smoothed edges. */
const discs = (): Buffer => {
  const random = seeded(8);
  const radii = Array.from({ length: 81 }, () => 4 + 7 * random());
  return Buffer.from(
    Array.from({ length: MASK_SIDE * MASK_SIDE }, (_, at) => {
      const [x, y] = [at % MASK_SIDE, Math.floor(at / MASK_SIDE)];
      const radius = radii[9 * Math.floor(y / CELL_SIDE) + Math.floor(x / CELL_SIDE)]!;
      const inside = radius + 0.5 - Math.hypot((x % CELL_SIDE) - 12, (y % CELL_SIDE) - 12);
      return Math.round(255 * Math.min(1, Math.max(0, inside)));
    }),
  );
};

/** A mask that becomes opaque from the left to the right. */
const gradient = (): Buffer =>
  Buffer.from(
    Array.from({ length: MASK_SIDE * MASK_SIDE }, (_, at) =>
      Math.min(255, (at % MASK_SIDE) + (Math.floor(at / MASK_SIDE) % 7) * 3),
    ),
  );

/** A page with a dark picture of even colour behind a mask. */
const page = (mask: Buffer, entries = ""): Buffer => {
  const picture = `/Type/XObject/Subtype/Image/Width ${MASK_SIDE}/Height ${MASK_SIDE}/BitsPerComponent 8`;
  return rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 160 120]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    rawStream("q 100 0 0 100 9 9 cm /I Do Q"),
    rawStream(Buffer.alloc(3 * MASK_SIDE * MASK_SIDE), `${picture}/ColorSpace/DeviceRGB/SMask 6 0 R`),
    rawStream(mask, `${picture}/ColorSpace/DeviceGray${entries}`),
  ]);
};

const compressedMask = async (before: Buffer, quality: Quality) => {
  const { body } = await compress(before, quality);
  const images = reachableObjects(openWithBudget(body).document.catalog).flatMap(({ value }) =>
    value instanceof Stream && nameAt(value, "Subtype") === "Image" ? [value] : [],
  );
  const mask = images.map((image) => get(image, "SMask")).find((value) => value instanceof Stream);
  const [one, other] = [(await drawnPages(before))[0]!, (await drawnPages(body))[0]!];
  const difference = one.reduce((most, value, at) => Math.max(most, Math.abs(value - other[at]!)), 0);
  return { depth: get(mask, "BitsPerComponent"), width: get(mask, "Width"), difference };
};

test("a soft mask of smoothed edges is stored in sixteen levels", async () => {
  const { depth, difference } = await compressedMask(page(discs()), "medium");
  assert.equal(depth, 4);
  assert.ok(difference <= 12, `${difference}`);
});

test("so is one with a matte, which keeps its size", async () => {
  const { depth, width, difference } = await compressedMask(page(discs(), "/Matte[0 0 0]"), "low");
  assert.deepEqual([depth, width], [4, MASK_SIDE]);
  assert.ok(difference <= 12, `${difference}`);
});

test("a soft mask that becomes opaque slowly, and one for print, keep all levels", async () => {
  assert.equal((await compressedMask(page(gradient()), "medium")).depth, 8);
  assert.equal((await compressedMask(page(discs()), "high")).depth, 8);
});
