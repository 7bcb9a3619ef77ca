import assert from "node:assert/strict";
import { once } from "node:events";
import { suite, test } from "node:test";
import type { Context } from "aws-lambda";
import { config } from "../../../lib/config.ts";
import { deadline, settleSoonAfterAbort } from "../../../lib/http/deadline.ts";

test("the deadline is counted from the last byte of the body, not from the end of its checks", {
  timeout: 600_000,
}, async () => {
  const receivedAt = performance.now() - config.deadlineMs + 100;
  const { before } = deadline();
  const limited = await before?.({ headers: {}, body: null, context: {} as Context, receivedAt });
  assert.ok(limited);
  await once(limited.signal, "abort");
  assert.match(limited.signal.reason.message, /longer than 60 s/);
});

suite("work that is aborted", () => {
  const late = new Error("too late");

  test("work that ends soon after the abort decides the result itself", async () => {
    const end = new AbortController();
    const own = new Error("its own");
    const work = new Promise((_, reject) => {
      end.signal.addEventListener("abort", () => setImmediate(reject, own));
    });
    const answer = settleSoonAfterAbort(work, end.signal);
    end.abort(late);
    await assert.rejects(answer, own);
  });

  test("work that continues after the abort is not awaited", { timeout: 600_000 }, async () => {
    const end = new AbortController();
    const answer = settleSoonAfterAbort(new Promise(() => {}), end.signal);
    end.abort(late);
    await assert.rejects(answer, late);
  });
});
