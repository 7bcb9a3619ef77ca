import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { readPngFile } from "../../../lib/pictures/png-file.ts";
import { deinterlaced } from "../../../lib/pictures/png-interlace.ts";
import { pngRows } from "../../../lib/pictures/png-rows.ts";

test("an interlaced PNG has the pixels of one that is not", async () => {
  for (const [width, height] of [
    [1, 1],
    [5, 3],
    [17, 9],
    [64, 64],
  ] as const) {
    const data = Buffer.from(Array.from({ length: width * height * 4 }, (_, at) => (at * 31 + (at >> 5)) % 256));
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png({ progressive: true })
      .toBuffer();
    assert.deepEqual(deinterlaced(readPngFile(png)), data, `${width} x ${height}`);
  }
});

test("bits of an interlaced PNG come to their places", async () => {
  const [width, height] = [11, 6];
  const grey = Buffer.from(Array.from({ length: width * height }, (_, at) => ((at * 7) % 5 < 2 ? 255 : 0)));
  const raw = sharp(grey, { raw: { width, height, channels: 1 } });
  const png = readPngFile(await raw.png({ palette: true, colours: 2, progressive: true }).toBuffer());
  assert.deepEqual([png.isInterlaced, png.depth], [true, 1]);
  const rows = deinterlaced(png);
  for (const [at, value] of grey.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const number = (rows[2 * y + (x >> 3)]! >> (7 - (x & 7))) & 1;
    assert.equal(png.palette![3 * number], value);
  }
});

test("rows are counted, and what follows them is left out", async () => {
  const count = async (data: Buffer, rows: number) => {
    let bytes = 0;
    for await (const some of pngRows(data, 3, rows)) bytes += some.length;
    return bytes;
  };
  assert.equal(await count(deflateSync(Buffer.alloc(9)), 3), 9);
  assert.equal(await count(deflateSync(Buffer.alloc(5_000_000)), 3), 9);
  const wrong = [
    deflateSync(Buffer.alloc(8)),
    deflateSync(Buffer.alloc(9)).subarray(0, -3),
    deflateSync(Buffer.alloc(9, 5)),
    Buffer.alloc(4),
  ];
  for (const data of wrong) await assert.rejects(count(data, 3), { name: "PictureFault", fault: "damaged" });
});
