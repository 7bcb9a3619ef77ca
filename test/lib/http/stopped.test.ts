import assert from "node:assert/strict";
import { test } from "node:test";
import { stopped } from "../../../lib/http/stopped.ts";

const late = new Error("too late");

test("work that ends when it is stopped says itself how", async () => {
  const end = new AbortController();
  const own = new Error("its own");
  const work = new Promise((_, reject) => {
    end.signal.addEventListener("abort", () => setImmediate(reject, own));
  });
  const answer = stopped(work, end.signal);
  end.abort(late);
  await assert.rejects(answer, own);
});

test("work that goes on is not waited for", { timeout: 20_000 }, async () => {
  const end = new AbortController();
  const answer = stopped(new Promise(() => {}), end.signal);
  end.abort(late);
  await assert.rejects(answer, late);
});
