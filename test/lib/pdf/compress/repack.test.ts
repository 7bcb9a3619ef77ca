import assert from "node:assert/strict";
import { test } from "node:test";
import { constants, deflateSync, inflateSync } from "node:zlib";
import { deflateThoroughly } from "../../../../lib/deflate/deflate.ts";
import { compressPdf } from "../../../../lib/engines/compress-pdf.ts";
import { get, nameAt } from "../../../../lib/pdf/access.ts";
import { Stream } from "../../../../lib/pdf/objects.ts";
import { reachableObjects } from "../../../../lib/pdf/reachable-objects.ts";
import { openWithBudget } from "../../../../lib/pdf/read/open.ts";
import { seeded } from "../../../support/pdf/pictures.ts";
import { rawPdf, rawStream } from "../../../support/pdf/raw.ts";

const [WIDTH, HEIGHT] = [120, 90];
const random = seeded(3);

/** A page with many lines, and a picture with a soft mask of four levels. */
const page = (): Buffer => {
  const lines = Array.from({ length: 400 }, () => `${(random() * 300).toFixed(2)} ${(random() * 200).toFixed(2)} l`);
  const levels = Buffer.from(Array.from({ length: WIDTH * HEIGHT }, () => 85 * Math.floor(4 * random())));
  const picture = `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/BitsPerComponent 8`;
  return rawPdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 320 240]>>",
    "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    rawStream(`1 1 m ${lines.join(" ")} S q 120 0 0 90 9 9 cm /I Do Q`),
    rawStream(Buffer.alloc(WIDTH * HEIGHT, 80), `${picture}/ColorSpace/DeviceGray/SMask 6 0 R`),
    rawStream(deflateSync(levels), `${picture}/ColorSpace/DeviceGray/Filter/FlateDecode`),
  ]);
};

test("content, soft masks and object streams are deflated thoroughly", async () => {
  const { body } = await compressPdf.run({ bytes: page(), quality: "medium" }, new AbortController().signal);
  const { catalog } = openWithBudget(body).document;
  const streams = reachableObjects(catalog).flatMap(({ value }) => (value instanceof Stream ? [value] : []));
  const deflated = streams.filter((stream) => nameAt(stream, "Filter") === "FlateDecode" && stream.data.length > 500);
  assert.deepEqual(deflated.map((stream) => get(stream, "Width")).toSorted(), [WIDTH, undefined]);
  for (const { data } of deflated) assert.ok(deflateThoroughly(inflateSync(data)).equals(Buffer.from(data)));
  const file = Buffer.from(body);
  const objects = file.indexOf("stream\n", file.indexOf("/Type/ObjStm")) + "stream\n".length;
  const unpacked = inflateSync(file.subarray(objects), { finishFlush: constants.Z_SYNC_FLUSH });
  assert.equal(file.indexOf(deflateThoroughly(unpacked), objects), objects);
});
