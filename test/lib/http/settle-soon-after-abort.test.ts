import assert from "node:assert/strict";
import { test } from "node:test";
import { settleSoonAfterAbort } from "../../../lib/http/settle-soon-after-abort.ts";

const late = new Error("too late");

test("work that ends when it is stopped says itself how", async () => {
  const end = new AbortController();
  const own = new Error("its own");
  const work = new Promise((_, reject) => {
    end.signal.addEventListener("abort", () => setImmediate(reject, own));
  });
  const answer = settleSoonAfterAbort(work, end.signal);
  end.abort(late);
  await assert.rejects(answer, own);
});

test("work that goes on is not waited for", { timeout: 20_000 }, async () => {
  const end = new AbortController();
  const answer = settleSoonAfterAbort(new Promise(() => {}), end.signal);
  end.abort(late);
  await assert.rejects(answer, late);
});
