import assert from "node:assert/strict";
import { test } from "node:test";
import zlib from "node:zlib";
import { compressPdf } from "../../../../../lib/engines/compress-pdf.ts";
import { imagePage } from "../../../../support/pdf/pictures.ts";

test("a blank picture of 46 million pixels is stored in under 2,000 bytes", async () => {
  const [width, height] = [7000, 6600];
  const dict = "/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode";
  const before = imagePage(width, height, dict, zlib.deflateSync(Buffer.alloc(width * height * 3, 255)));
  const { body } = await compressPdf.run({ bytes: before, quality: "high" }, new AbortController().signal);
  assert.ok(body.length < 2000, `${body.length} of ${before.length} bytes`);
});
