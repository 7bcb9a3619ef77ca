import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceError } from "../../../lib/errors/service-error.ts";
import { startInline } from "../../../lib/workers/inline.ts";
import { resultOf } from "../../../lib/workers/reply.ts";

const limits = { processorTimeMs: 1000 };
const { signal } = new AbortController();

test("a worker in this thread does its jobs, passes on refusals, and ends", async () => {
  const worker = startInline(limits, async () => (job: string) => {
    if (job === "refuse") throw new ServiceError("INVALID_REQUEST", "It is refused.");
    return `${job} is done`;
  });
  assert.equal(resultOf(await worker.run("a", signal, [])), "a is done");
  const refused = await worker.run("refuse", signal, []);
  assert.throws(() => resultOf(refused), { code: "INVALID_REQUEST" });
  await worker.ping();
  await worker.end();
  assert.equal(worker.isAlive, false);
});
