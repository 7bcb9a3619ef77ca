import assert from "node:assert/strict";
import { test } from "node:test";
import { settleSoonAfterAbort } from "../../../lib/http/settle-soon-after-abort.ts";

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

test("work that continues after the abort is not awaited", { timeout: 20_000 }, async () => {
  const end = new AbortController();
  const answer = settleSoonAfterAbort(new Promise(() => {}), end.signal);
  end.abort(late);
  await assert.rejects(answer, late);
});
