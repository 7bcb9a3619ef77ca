import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { QUERIES_A_MINUTE, RateLimiter } from "../../../lib/accounts/rate-limiter.ts";

const MINUTE_MS = 60_000;

/** How many of `count` queries at once are let through. */
const passed = (limiter: RateLimiter, account: string, now: number, count = 2 * QUERIES_A_MINUTE): number => {
  let through = 0;
  for (let query = 0; query < count; query++) {
    try {
      limiter.take(account, now);
      through++;
    } catch {
      // It is refused.
    }
  }
  return through;
};

suite("queries of an account for its balance", () => {
  test("have a limit in any minute, whatever was refused", () => {
    const limiter = new RateLimiter();
    assert.equal(passed(limiter, "mine", 0, 20), 20);
    assert.equal(passed(limiter, "mine", 30_000), QUERIES_A_MINUTE - 20);
    assert.equal(passed(limiter, "mine", MINUTE_MS - 1), 0);
    assert.equal(passed(limiter, "mine", MINUTE_MS), 20);
  });

  test("are counted for each account by itself", () => {
    const limiter = new RateLimiter();
    passed(limiter, "mine", 0);
    assert.equal(passed(limiter, "another", 0), QUERIES_A_MINUTE);
  });

  test("say when the next one has room", () => {
    const limiter = new RateLimiter();
    passed(limiter, "mine", 0);
    assert.throws(() => limiter.take("mine", 10_500), { code: "RATE_LIMIT_EXCEEDED", retryAfter: 50 });
  });
});
