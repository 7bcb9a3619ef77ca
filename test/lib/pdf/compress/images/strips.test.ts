import assert from "node:assert/strict";
import { describe, test } from "node:test";
import zlib from "node:zlib";
import type { ImageFacts } from "../../../../../lib/pdf/compress/images/image-facts.ts";
import { readStrips } from "../../../../../lib/pdf/compress/images/strips.ts";
import { type Dict, Name, Stream, type Value } from "../../../../../lib/pdf/objects.ts";

/** More rows than are read at once, and a width that no factor divides. */
const [WIDTH, HEIGHT] = [1001, 4500];
const gray = Buffer.from(Array.from({ length: WIDTH * HEIGHT }, (_, at) => ((at % WIDTH) % 2 === 0 ? 100 : 200)));

const facts = (more: Partial<ImageFacts> = {}): ImageFacts => ({
  width: WIDTH,
  height: HEIGHT,
  depth: 8,
  colours: { channels: 1 },
  codec: undefined,
  isStencil: false,
  isReversed: false,
  ...more,
});

const deflated = (data: Buffer, parms?: Dict): Stream => {
  const dict: Dict = new Map<string, Value>([["Filter", new Name("FlateDecode")]]);
  if (parms !== undefined) dict.set("DecodeParms", parms);
  return new Stream(dict, zlib.deflateSync(data));
};

/** Rows as PNG's filters Up and Sub leave them by turns. */
const predicted = (data: Buffer): Stream => {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const row = data.subarray(y * WIDTH, (y + 1) * WIDTH);
    const isUp = y % 2 === 1;
    const before = (x: number) => (isUp ? data[(y - 1) * WIDTH + x]! : x > 0 ? row[x - 1]! : 0);
    return Buffer.from([isUp ? 2 : 1, ...row.map((value, x) => value - before(x))]);
  });
  return deflated(
    Buffer.concat(rows),
    new Map<string, Value>([
      ["Predictor", 15],
      ["Columns", WIDTH],
    ]),
  );
};

describe("a picture that is read in strips", () => {
  for (const [what, image] of [
    ["as it was stored", deflated(gray)],
    ["with PNG's prediction", predicted(gray)],
  ] as const) {
    test(`gets smaller by a whole factor, ${what}`, async () => {
      const pixels = (await readStrips(image, facts(), 2))!;
      assert.deepEqual([pixels.width, pixels.height, pixels.channels], [501, 2250, 1]);
      const [last] = [pixels.data.subarray(-501)];
      assert.deepEqual([last[0], last[499], last[500]], [150, 150, 100]);
      assert.ok(pixels.data.every((value, at) => value === ((at + 1) % 501 === 0 ? 100 : 150)));
    });
  }

  test("is one pixel if all are equal, with any factor", async () => {
    const colours = { channels: 3 as const };
    const flat = deflated(Buffer.alloc(WIDTH * HEIGHT * 3, 7));
    const one = { data: Buffer.from([7, 7, 7]), width: 1, height: 1, channels: 3 };
    assert.deepEqual(await readStrips(flat, facts({ colours }), 1), one);
    assert.deepEqual(await readStrips(flat, facts({ colours }), 3), one);
    const palette = { channels: 3 as const, palette: { colours: Buffer.from([1, 2, 3, 9, 8, 7]), highest: 1 } };
    const indexed = deflated(Buffer.alloc(126 * HEIGHT, 255));
    const last = { data: Buffer.from([9, 8, 7]), width: 1, height: 1, channels: 3 };
    assert.deepEqual(await readStrips(indexed, facts({ depth: 1, width: 1008, colours: palette }), 1), last);
  });

  test("is undefined if it ends early, cannot get smaller, or has another encoding", async () => {
    assert.equal(await readStrips(deflated(gray.subarray(0, -1)), facts(), 2), undefined);
    assert.equal(await readStrips(deflated(gray), facts(), 1), undefined);
    assert.equal(await readStrips(new Stream(new Map(), gray), facts(), 2), undefined);
    await assert.rejects(readStrips(new Stream(deflated(gray).dict, Buffer.from("no deflate")), facts(), 2), Error);
  });
});
