import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

process.env["PLATEN_DEADLINE_MS"] = "1000";
const { readWithinDeadline } = await import("../../../lib/turns/within-deadline.ts");

test("what is not read by the deadline of a request is an error that may be tried again", async () => {
  const ended = new AbortController();
  const awake = sleep(600_000, undefined, { signal: ended.signal }).catch(() => {}); // the deadline keeps no process awake
  const read = readWithinDeadline("The list", async (signal) => {
    await once(signal, "abort");
    throw signal.reason;
  });
  const expected = { code: "PROCESSING_FAILED", reason: "out-of-time", message: "The list was not read in time." };
  await assert.rejects(read, expected);
  ended.abort();
  await awake;
});

test("an error of what reads is passed on", async () => {
  const error = new Error("unreadable");
  await assert.rejects(
    readWithinDeadline("The list", () => Promise.reject(error)),
    error,
  );
});
