import assert from "node:assert/strict";
import { test } from "node:test";
import { readJpegHead } from "../../../lib/pictures/jpeg-head.ts";

const segment = (marker: number, ...content: (Buffer | string)[]): Buffer => {
  const data = Buffer.concat(content.map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(piece, "latin1"))));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + data.length, 2);
  return Buffer.concat([head, data]);
};

const bytes = (...values: number[]) => Buffer.from(values);
const frame = (names: string) =>
  segment(0xc0, bytes(8, 0, 5, 0, 7, names.length), ...[...names].flatMap((name) => [name, bytes(0x11, 0)]));
const scan = Buffer.concat([segment(0xda, bytes(1, 1, 0, 0, 63, 0)), bytes(1, 2, 0xff, 0, 3, 0xff, 0xd0, 4)]);
const jpeg = (...segments: Buffer[]) =>
  Buffer.concat([bytes(0xff, 0xd8), ...segments, frame("RGB"), scan, bytes(0xff, 0xd9)]);

const profile = Buffer.alloc(200);
profile.write("RGB ", 16);
profile.write("acsp", 36);

test("the head of a JPEG has its size, its resolution and its turn", () => {
  const jfif = segment(0xe0, "JFIF\0", bytes(1, 1, 2, 0, 50, 0, 100, 0, 0));
  const exif = segment(
    0xe1,
    "Exif\0\0",
    "MM\0*\0\0\0\x08",
    bytes(0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0),
  );
  const head = readJpegHead(jpeg(jfif, exif));
  assert.deepEqual([head.width, head.height, head.components, head.orientation], [7, 5, 3, 8]);
  assert.deepEqual(
    [head.resolution?.x, head.resolution?.y].map((dpi) => Math.round(dpi ?? 0)),
    [127, 254],
  );
  assert.equal(head.isNamedRgb, false);
});

test("components named red, green and blue are these, unless a marker says otherwise", () => {
  assert.equal(readJpegHead(jpeg()).isNamedRgb, true);
  const adobe = readJpegHead(jpeg(segment(0xee, "Adobe\0d\0\0\0\0\x01")));
  assert.deepEqual([adobe.isNamedRgb, adobe.hasAdobeMarker], [false, true]);
});

test("a profile in several parts is joined by their numbers", () => {
  const part = (number: number, data: Buffer) => segment(0xe2, "ICC_PROFILE\0", bytes(number, 2), data);
  const head = readJpegHead(jpeg(part(2, profile.subarray(60)), part(1, profile.subarray(0, 60))));
  assert.deepEqual(head.profile, profile);
  assert.equal(readJpegHead(jpeg(part(1, profile.subarray(0, 60)))).profile, undefined);
});

test("a JPEG without an end, a frame or a scan is damaged", () => {
  for (const wrong of [
    jpeg().subarray(0, -2),
    Buffer.concat([bytes(0xff, 0xd8), scan, bytes(0xff, 0xd9)]),
    bytes(0xff, 0xd8, 0xff),
  ])
    assert.throws(() => readJpegHead(wrong), { name: "PictureFault", fault: "damaged" });
});
