import assert from "node:assert/strict";
import { test } from "node:test";
import { gifFrame } from "../../../lib/pictures/gif-frame.ts";

const head = Buffer.concat([Buffer.from("GIF89a"), Buffer.from([9, 0, 8, 0, 0x80, 0, 0]), Buffer.alloc(6)]);
const extension = Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]);
const picture = Buffer.from([0x2c, 1, 0, 2, 0, 3, 0, 4, 0, 0]);

test("the first picture has its place behind tables and extensions", () => {
  const frame = gifFrame(Buffer.concat([head, extension, extension, picture]));
  assert.deepEqual(frame, { left: 1, top: 2, width: 3, height: 4 });
});

test("a GIF without a picture is damaged", () => {
  for (const gif of [head, Buffer.concat([head, extension]), Buffer.concat([head, picture.subarray(0, 5)])])
    assert.throws(() => gifFrame(gif), { name: "PictureFault", fault: "damaged" });
});
