import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { removePages } from "../../../lib/engines/pdf-engine.ts";
import { QUICK_THREADS } from "../../../lib/pdf/jobs/threads.ts";
import { PDF_ENGINE } from "../../../lib/pdf/version.ts";
import { warmParts } from "../../../lib/workers/warm.ts";
import { bytesOf } from "../../support/finished.ts";
import { pageTexts } from "../../support/pdf/look.ts";
import { textPdf } from "../../support/pdf/raw.ts";

/** Those for small files, and one for a large file. */
const READY_THREADS = QUICK_THREADS + 1;
const threads = () => readdirSync("/proc/self/task").length;
/** The number of threads once it has stayed the same for a while. */
const restingThreads = async (): Promise<number> => {
  let count = threads();
  for (let same = 0; same < 20; same++) {
    await sleep(50);
    if (threads() === count) continue;
    count = threads();
    same = 0;
  }
  return count;
};
const until = async (count: number) => {
  for (let tries = 0; threads() !== count && tries < 3000; tries++) await sleep(50);
  assert.equal(threads(), count);
};

test("threads are ready before the first PDF, serve small and large ones, and end with the service", async () => {
  const part = warmParts().get(`${PDF_ENGINE} threads`)!;
  // Those of the file system are started by its first calls.
  await Promise.all(Array.from({ length: 16 }, () => stat(".")));
  const before = await restingThreads();
  await part.start();
  await part.check();
  await until(before + READY_THREADS);
  const large = Buffer.concat([textPdf("one", "two"), Buffer.alloc(600_000, "\n% pad")]);
  const signal = AbortSignal.timeout(600_000);
  const made = await removePages.run({ bytes: new Uint8Array(large), pages: [1] }, signal);
  assert.deepEqual(await pageTexts(await bytesOf(made)), ["two"]);
  await until(before + READY_THREADS);
  await part.stop();
  await until(before);
});
