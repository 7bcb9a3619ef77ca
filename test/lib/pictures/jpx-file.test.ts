import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { isJpxDecodable } from "../../../lib/pictures/jpx.ts";
import { readJpxFile } from "../../../lib/pictures/jpx-file.ts";

interface Encoder {
  getDecodedBuffer(frame: object): Uint8Array;
  setQuality(lossless: boolean, rate: number): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
}

const make = createRequire(import.meta.url)("@cornerstonejs/codec-openjpeg/wasmjs") as (
  options: object,
) => Promise<{ J2KEncoder: new () => Encoder }>;
const { J2KEncoder } = await make({ print: () => {}, printErr: () => {} });
const encoder = new J2KEncoder();
encoder
  .getDecodedBuffer({ width: 128, height: 96, bitsPerSample: 8, componentCount: 3, isSigned: false })
  .set(Buffer.from(Array.from({ length: 128 * 96 * 3 }, (_, at) => (at * 7) % 256)));
encoder.setQuality(true, 0);
encoder.encode();
const stream = Buffer.from(encoder.getEncodedBuffer());

test("a codestream becomes a file, which is read as it is", async () => {
  const file = readJpxFile(stream);
  assert.deepEqual([file.width, file.height, file.components], [128, 96, 3]);
  assert.ok(file.data.subarray(-stream.length).equals(stream));
  const again = readJpxFile(file.data);
  assert.equal(again.data, file.data);
  assert.equal(await isJpxDecodable(again.data, again), true);
});

test("a picture that is cut off or that no decoder reads is damaged", async () => {
  const { data } = readJpxFile(stream);
  for (const length of [60, data.length - 40, data.length >> 1])
    assert.throws(() => readJpxFile(data.subarray(0, length)), { name: "PictureFault", fault: "damaged" });
  const wrong = Buffer.from(data);
  wrong.fill(0, wrong.indexOf(Buffer.from([0xff, 0x52])) + 4, wrong.indexOf(Buffer.from([0xff, 0x52])) + 14);
  assert.equal(await isJpxDecodable(wrong, readJpxFile(data)), false);
});
