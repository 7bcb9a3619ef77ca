import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { LOOKS_A_MINUTE, RecentLooks } from "../../../lib/accounts/recent-looks.ts";

const MINUTE_MS = 60_000;

/** Looks that are let through of so many at once. */
const passed = (looks: RecentLooks, account: string, now: number, count = 2 * LOOKS_A_MINUTE): number => {
  let through = 0;
  for (let look = 0; look < count; look++) {
    try {
      looks.take(account, now);
      through++;
    } catch {
      // It is refused.
    }
  }
  return through;
};

suite("looks of an account at how it stands", () => {
  test("have a limit in any minute, whatever was refused", () => {
    const looks = new RecentLooks();
    assert.equal(passed(looks, "mine", 0, 20), 20);
    assert.equal(passed(looks, "mine", 30_000), LOOKS_A_MINUTE - 20);
    assert.equal(passed(looks, "mine", MINUTE_MS - 1), 0);
    assert.equal(passed(looks, "mine", MINUTE_MS), 20);
  });

  test("are counted for each account by itself", () => {
    const looks = new RecentLooks();
    passed(looks, "mine", 0);
    assert.equal(passed(looks, "another", 0), LOOKS_A_MINUTE);
  });

  test("say when the next one has room", () => {
    const looks = new RecentLooks();
    passed(looks, "mine", 0);
    assert.throws(() => looks.take("mine", 10_500), { code: "RATE_LIMIT_EXCEEDED", retryAfter: 50 });
  });
});
