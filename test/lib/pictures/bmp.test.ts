import assert from "node:assert/strict";
import { test } from "node:test";
import { unpackBmp } from "../../../lib/pictures/bmp.ts";
import { readBmpHead } from "../../../lib/pictures/bmp-head.ts";

interface Made {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
  /** What lies between the head and the pixels: a palette, or masks. */
  readonly between?: readonly number[];
  readonly pixels: readonly number[];
}

const made = ({ width, height, bits, compression = 0, between = [], pixels }: Made): Buffer => {
  const head = Buffer.alloc(54);
  head.write("BM", "latin1");
  head.writeUInt32LE(54 + between.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  head.writeUInt32LE(bits > 8 ? 0 : between.length / 4, 46);
  return Buffer.concat([head, Buffer.from(between), Buffer.from(pixels)]);
};

const unpack = (of: Made) => {
  const file = made(of);
  return unpackBmp(file, readBmpHead(file));
};

const palette = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0];
const [black, red, green, blue] = [
  [0, 0, 0],
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
] as const;

test("pixels of a palette are read from the lowest row up, or down", () => {
  const pixels = [0b01000000, 0, 0, 0, 0b10000000, 0, 0, 0];
  const up = { width: 2, height: 2, bits: 1, between: palette.slice(0, 8), pixels };
  assert.deepEqual([...unpack(up).data], [...red, ...black, ...black, ...red]);
  assert.deepEqual([...unpack({ ...up, height: -2 }).data], [...black, ...red, ...red, ...black]);
});

test("runs of pixels are read, with those that are skipped", () => {
  const runs = [2, 1, 0, 0, 0, 3, 2, 3, 1, 0, 0, 1];
  const eight = unpack({ width: 3, height: 2, bits: 8, compression: 1, between: palette, pixels: runs });
  assert.deepEqual([...eight.data], [...green, ...blue, ...red, ...red, ...red, ...black]);
  const four = unpack({
    width: 3,
    height: 2,
    bits: 4,
    compression: 2,
    between: palette,
    pixels: [3, 0x12, 0, 2, 0, 1, 2, 0x33, 0, 1],
  });
  assert.deepEqual([...four.data.subarray(9)], [...red, ...green, ...red]);
});

test("pixels of 16 and 32 bits are read by their masks", () => {
  const masks = [0, 0xf8, 0, 0, 0xe0, 7, 0, 0, 0x1f, 0, 0, 0];
  const { data } = unpack({
    width: 1,
    height: 1,
    bits: 16,
    compression: 3,
    between: masks,
    pixels: [0x1f, 0xf8, 0, 0],
  });
  assert.deepEqual([...data], [255, 0, 255]);
  const plain = unpack({ width: 1, height: 1, bits: 32, pixels: [1, 2, 3, 4] });
  assert.deepEqual([plain.channels, ...plain.data], [3, 3, 2, 1]);
});

test("a bitmap that ends too early is damaged", () => {
  const short = { width: 4, height: 4, bits: 24, pixels: [1, 2, 3] };
  assert.throws(() => unpack(short), { name: "PictureFault", fault: "damaged" });
  const runs = { width: 4, height: 4, bits: 8, compression: 1, between: palette, pixels: [4, 1] };
  assert.throws(() => unpack(runs), { name: "PictureFault", fault: "damaged" });
  assert.throws(() => readBmpHead(made({ width: 1, height: 1, bits: 24, compression: 4, pixels: [] })), {
    fault: "unsupported",
  });
});
