import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { turns } from "../../../lib/turns/fair-turns.ts";
import { hasMemory } from "../../../lib/turns/memory-left.ts";

const MEGABYTE_BYTES = 1_048_576;

test("a server whose memory is above the ceiling takes no request while a job runs", async () => {
  const ceiling = process.memoryUsage.rss() + 100 * MEGABYTE_BYTES;
  assert.ok(hasMemory(ceiling));
  const held = Buffer.alloc(200 * MEGABYTE_BYTES, 1);
  await sleep(150);
  assert.ok(hasMemory(ceiling), "without a job it takes one");
  await turns.run("a", new AbortController().signal, async () => {
    assert.equal(hasMemory(ceiling), false);
    assert.ok(hasMemory(process.memoryUsage.rss() + 100 * MEGABYTE_BYTES));
  });
  assert.equal(held.at(-1), 1);
});
