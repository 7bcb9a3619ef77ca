import assert from "node:assert/strict";
import { test } from "node:test";
import { movable } from "../../../lib/workers/movable.ts";

const form = new ArrayBuffer(1_000_000);
const views = (...sizes: number[]) => sizes.map((size, index) => new Uint8Array(form, index * 1000, size));

test("bytes take a memory with them that they fill for the most part", () => {
  assert.deepEqual(movable(views(1_000_000)), [form]);
  assert.deepEqual(movable(views(300_000, 300_000)), [form]);
});

test("bytes do not take what is for the most part somebody else's", () => {
  assert.deepEqual(movable(views(300_000)), []);
});

test("bytes do not take the memory that small buffers share, nor one that threads share", () => {
  const small = Buffer.allocUnsafe(Buffer.poolSize / 2 - 1);
  assert.deepEqual(movable([small, small, small]), []);
  assert.deepEqual(movable([new Uint8Array(new SharedArrayBuffer(1_000_000))]), []);
});
