import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { suite, test } from "node:test";
import { deflateSync, inflateSync } from "node:zlib";
import { deflateQuickly, deflateThoroughly } from "../../../lib/deflate/deflate.ts";

const prose = await readFile(new URL("../../../docs/limits.md", import.meta.url));
const zlibLength = deflateSync(prose, { level: 9, memLevel: 9 }).length;

suite("deflating", () => {
  test("results in what zlib inflates to the same data: none, random, even, and more than a block", () => {
    for (const data of [Buffer.alloc(0), Buffer.from("a"), randomBytes(70_000), Buffer.alloc(3_000_000), prose]) {
      for (const deflate of [deflateQuickly, deflateThoroughly]) assert.ok(inflateSync(deflate(data)).equals(data));
    }
  });

  test("thoroughly results in fewer bytes than zlib at its highest level, and quickly in about as many", () => {
    assert.ok(deflateThoroughly(prose).length < zlibLength * 0.98);
    assert.ok(deflateQuickly(prose).length < zlibLength * 1.03);
  });

  test("results in the same bytes whatever was deflated before", () => {
    const first = [deflateQuickly(prose), deflateThoroughly(prose)];
    for (const other of [randomBytes(500_000), Buffer.alloc(200_000, "ab")]) {
      deflateQuickly(other);
      deflateThoroughly(other);
      assert.deepEqual([deflateQuickly(prose), deflateThoroughly(prose)], first);
    }
  });

  test("data that is too long for the module is deflated as well", () => {
    const data = Buffer.alloc(33_000_000, "content ");
    assert.ok(inflateSync(deflateThoroughly(data)).equals(data));
  });
});
