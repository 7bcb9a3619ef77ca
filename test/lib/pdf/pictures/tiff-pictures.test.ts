import assert from "node:assert/strict";
import { test } from "node:test";
import { resolve } from "../../../../lib/pdf/access.ts";
import { quickBudget } from "../../../../lib/pdf/budget.ts";
import { plainData } from "../../../../lib/pdf/filters/decode.ts";
import { Name, Stream } from "../../../../lib/pdf/objects.ts";
import { ColourSpaces } from "../../../../lib/pdf/pictures/image-object.ts";
import { tiffPictures } from "../../../../lib/pdf/pictures/tiff-pictures.ts";
import { tiffOf } from "../../../support/pictures/tiff.ts";

/** The first picture of a TIFF as it is in a PDF: its dictionary and its samples. */
const drawn = async (tiff: Buffer) => {
  const { object } = await tiffPictures(tiff)[0]!.make(new ColourSpaces());
  const stream = resolve(object);
  assert.ok(stream instanceof Stream);
  return { dict: stream.dict, samples: plainData(stream, quickBudget()) };
};

const picture = { width: 2, height: 1, bits: [8, 8, 8] };

test("a picture of brightness and differences of colour is drawn in its colours", async () => {
  const data = Buffer.from([76, 85, 255, 150, 44, 21]);
  const { samples } = await drawn(tiffOf([{ ...picture, data, photometric: 6, subsampling: [1, 1] }]));
  assert.deepEqual(samples, Buffer.from([254, 0, 0, 0, 255, 1]));
});

test("brightness and differences of colour of 16 bits are refused", async () => {
  const data = Buffer.alloc(12);
  const tiff = tiffOf([{ ...picture, bits: [16, 16, 16], data, photometric: 6, subsampling: [1, 1] }]);
  await assert.rejects(drawn(tiff), { fault: "unsupported" });
});

test("Lab colours are drawn without loss, with the differences as PDF has them", async () => {
  const tiffs = [8, 9].map((photometric) =>
    tiffOf([{ ...picture, data: Buffer.from([50, 0, 255, 9, 127, 128]), photometric }]),
  );
  const [signed, ofProfiles] = await Promise.all(tiffs.map(drawn));
  const [space] = resolve(signed?.dict.get("ColorSpace")) as unknown[];
  assert.deepEqual(space, new Name("Lab"));
  assert.deepEqual(signed?.samples, Buffer.from([50, 128, 127, 9, 255, 0]));
  assert.deepEqual(ofProfiles?.samples, Buffer.from([50, 0, 255, 9, 127, 128]));
});

test("Lab colours of 16 bits are refused", async () => {
  const tiff = tiffOf([{ ...picture, bits: [16, 16, 16], data: Buffer.alloc(12), photometric: 8 }]);
  await assert.rejects(drawn(tiff), { fault: "unsupported" });
});
