import assert from "node:assert/strict";
import { test } from "node:test";
import { transferableBuffers } from "../../../lib/workers/transferable.ts";

const form = new ArrayBuffer(1_000_000);
const views = (...sizes: number[]) => sizes.map((size, index) => new Uint8Array(form, index * 1000, size));

test("a buffer is transferable if the bytes fill at least half of it", () => {
  assert.deepEqual(transferableBuffers(views(1_000_000)), [form]);
  assert.deepEqual(transferableBuffers(views(300_000, 300_000)), [form]);
});

test("a buffer is not transferable if most of it belongs to others", () => {
  assert.deepEqual(transferableBuffers(views(300_000)), []);
});

test("the buffer that small Buffers share, and a shared buffer of threads, are not transferable", () => {
  const small = Buffer.allocUnsafe(Buffer.poolSize / 2 - 1);
  assert.deepEqual(transferableBuffers([small, small, small]), []);
  assert.deepEqual(transferableBuffers([new Uint8Array(new SharedArrayBuffer(1_000_000))]), []);
});
