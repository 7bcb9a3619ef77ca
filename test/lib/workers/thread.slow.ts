import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startThread, threadPool } from "../../../lib/workers/thread.ts";
import { randomFrom } from "../../support/random.ts";

const STARTS = Number(process.env["RUNS"] ?? 30);
const STARTS_OF_ONE_MOMENT = 8;
/** The longest time after which a start is given up; a thread on an idle machine takes less to start. */
const LAST_MOMENT_MS = 300;

test(`a process lives through ${STARTS} starts of threads that are given up at random moments`, async () => {
  const random = randomFrom(1);
  const scripts = ["lib/http/json/thread.ts", "lib/engines/csv/thread.ts", "lib/pdf/jobs/thread.ts"];
  let started = 0;
  const startAndGiveUp = async () => {
    for (let turn = started++; turn < STARTS; turn = started++) {
      const script = new URL(`../../../${scripts[turn % scripts.length]}`, import.meta.url);
      const pool = threadPool<unknown, unknown>({
        script,
        resourceLimits: {},
        processorTimeMs: 60_000,
        idleMaxBytes: 0,
        idleMs: 60_000,
      });
      const abort = new AbortController();
      const job = pool.run({}, abort.signal).catch(() => {});
      await sleep(LAST_MOMENT_MS * random());
      abort.abort();
      await job;
      await pool.end();
    }
  };
  await Promise.all(Array.from({ length: STARTS_OF_ONE_MOMENT }, startAndGiveUp));
  assert.equal(started, STARTS + STARTS_OF_ONE_MOMENT);
});

const ENDS = Number(process.env["RUNS"] ?? 30);
const ENDS_OF_ONE_MOMENT = 4;
/** The longest time for which a thread makes streams. */
const LAST_END_MS = 10;

test(`a process lives through ${ENDS} ends of threads that make zlib streams`, async () => {
  const random = randomFrom(2);
  const script = new URL("../../support/workers/thread.ts", import.meta.url);
  let begun = 0;
  const endAtWork = async () => {
    while (begun < ENDS) {
      begun++;
      const thread = startThread<string, unknown>({ script, resourceLimits: {}, processorTimeMs: 60_000 });
      const { signal } = new AbortController();
      await thread.run("ready", signal, []);
      const streams = thread.run("streams", signal, []).catch(() => {});
      await sleep(LAST_END_MS * random());
      await thread.end();
      await streams;
    }
  };
  await Promise.all(Array.from({ length: ENDS_OF_ONE_MOMENT }, endAtWork));
  assert.equal(begun, ENDS);
});

/** The smallest heap with which a thread starts, in megabytes, and how much the others have more. */
const HEAP_MIN_MB = 12;
const HEAP_STEPS = 10;

test(`a process lives through ${ENDS} threads that run out of memory while they make zlib streams`, async () => {
  const script = new URL("../../support/workers/thread.ts", import.meta.url);
  let begun = 0;
  let exhausted = 0;
  const exhaust = async () => {
    while (begun < ENDS) {
      const resourceLimits = {
        maxOldGenerationSizeMb: HEAP_MIN_MB + (begun++ % HEAP_STEPS),
        maxYoungGenerationSizeMb: 2,
      };
      const thread = startThread<string, unknown>({ script, resourceLimits, processorTimeMs: 60_000 });
      const { signal } = new AbortController();
      await assert.rejects(thread.run("memory of streams", signal, []), { reason: "memory-exceeded" });
      exhausted++;
    }
  };
  await Promise.all(Array.from({ length: 2 }, exhaust));
  assert.equal(exhausted, ENDS);
});
