import assert from "node:assert/strict";
import { test } from "node:test";
import type { Frame } from "../../../lib/workers/frames.ts";
import { startNodeProcess } from "../../../lib/workers/node-process.ts";
import { Pool } from "../../../lib/workers/pool.ts";

const script = new URL("../../support/workers/process-with-garbage.ts", import.meta.url);

/** How often a process collects garbage from its whole heap during a job that makes 32 MB of it. */
const collections = async (firstCollectionMb: number): Promise<number> => {
  const start = () =>
    startNodeProcess<null, number>({ script, memoryMb: 256, processorTimeMs: 60_000, firstCollectionMb });
  const pool = new Pool<Frame<null>, Frame<number>>({ start, idleMs: 60_000 });
  try {
    return (await pool.run({ head: null, body: Buffer.alloc(0) }, new AbortController().signal)).head;
  } finally {
    await pool.end();
  }
};

test("a process collects no garbage from its whole heap until that has the given size", async () => {
  assert.ok((await collections(8)) > 0);
  assert.equal(await collections(128), 0);
});
