import assert from "node:assert/strict";
import { after, test } from "node:test";
import { deflateSync } from "node:zlib";
import { get, nameAt } from "../../../../../lib/pdf/access.ts";
import { compressDocument } from "../../../../../lib/pdf/compress/compress.ts";
import { LEVELS } from "../../../../../lib/pdf/compress/levels.ts";
import { type Compress, compressProven } from "../../../../../lib/pdf/compress/prove.ts";
import { setStreamData } from "../../../../../lib/pdf/compress/repack.ts";
import { Stream } from "../../../../../lib/pdf/objects.ts";
import { Renderer } from "../../../../../lib/pdf/proof/renderer.ts";
import type { ShownPictures } from "../../../../../lib/pdf/proof/shown-pictures.ts";
import { reachableObjects } from "../../../../../lib/pdf/reachable-objects.ts";
import { type Document, openWithBudget } from "../../../../../lib/pdf/read/open.ts";
import { seeded } from "../../../../support/pdf/pictures.ts";
import { rawPdf, rawStream } from "../../../../support/pdf/raw.ts";

const renderer = new Renderer();
after(() => renderer.close());

const random = seeded(7);
const picture = (side: number) => {
  const data = Array.from({ length: side * side * 3 }, (_, at) => (((at / side) % 200) | (random() * 40)) & 255);
  const entries = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB`;
  return rawStream(Buffer.from(data), entries);
};

/** A small picture on a large one. */
const bytes = rawPdf([
  "<</Type/Catalog/Pages 2 0 R>>",
  "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 99 99]>>",
  "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</L 5 0 R/S 6 0 R>>>>>>",
  rawStream("q 80 0 0 80 9 9 cm /L Do Q q 30 0 0 30 20 40 cm /S Do Q"),
  picture(90),
  picture(50),
]);

const imagesIn = ({ catalog }: Document): Stream[] =>
  reachableObjects(catalog).flatMap(({ value }) =>
    value instanceof Stream && nameAt(value, "Subtype") === "Image" ? [value] : [],
  );

/** Compresses the file while the picture of a width is gray in each form but its own. */
const filtersWithGray = async (width: number) => {
  const spoiling: Compress = async (...input) => {
    const compressed = await compressDocument(...input);
    const image = imagesIn(input[0]).find((one) => get(one, "Width") === width)!;
    const spoil = () => {
      if (nameAt(image, "Filter") !== "DCTDecode") return;
      setStreamData(image, deflateSync(Buffer.alloc(width * width * 3, 128)), "FlateDecode");
    };
    spoil();
    const improve = async (shown: ShownPictures) => {
      const isImproved = await compressed.pictures!.improve(shown);
      spoil();
      return isImproved;
    };
    return { ...compressed, pictures: { improve } };
  };
  const { pieces, faults } = await compressProven(bytes, LEVELS.medium, renderer, spoiling);
  assert.deepEqual(faults, []);
  const { document } = openWithBudget(Buffer.concat(pieces!));
  return Object.fromEntries(imagesIn(document).map((one) => [`${get(one, "Width")}`, nameAt(one, "Filter")]));
};

test("a picture behind one that looks wrong in each form keeps its smaller form", async () => {
  const filters = await filtersWithGray(50);
  assert.deepEqual(filters, { 90: "DCTDecode", 50: undefined });
});

test("a picture that looks wrong in each form is as it was, also behind another one", async () => {
  const filters = await filtersWithGray(90);
  assert.equal(filters[90], undefined);
});
