import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { isCutOff } from "../../../lib/pictures/cut-off.ts";
import sharp from "../../../lib/pictures/one-thread-sharp.ts";

suite("a picture is cut off if it lacks its end:", async () => {
  const pixels = sharp({ create: { width: 64, height: 64, channels: 3, background: "#123" } });
  const pictures = {
    png: await pixels.clone().png().toBuffer(),
    jpeg: await pixels.clone().jpeg().toBuffer(),
    gif: await pixels.clone().gif().toBuffer(),
    webp: await pixels.clone().webp().toBuffer(),
  };
  for (const kind of ["png", "jpeg", "gif", "webp"] as const)
    test(kind, () => {
      const whole = pictures[kind];
      assert.equal(isCutOff(kind, whole), false);
      assert.equal(isCutOff(kind, Buffer.concat([whole, Buffer.alloc(8)])), false);
      for (const length of [12, whole.length >> 1, whole.length - 2])
        assert.equal(isCutOff(kind, whole.subarray(0, length)), true, `${length} bytes`);
    });
});
