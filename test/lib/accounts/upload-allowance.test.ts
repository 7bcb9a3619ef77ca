import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { takeUploadAllowance } from "../../../lib/accounts/upload-allowance.ts";
import { ServiceError } from "../../../lib/errors/service-error.ts";
import { newCaller, table } from "../../support/table.ts";

const MB = 1_048_576;
const EVENING = Date.parse("2026-11-28T23:50:00Z");
const LIMIT_MB = 100;

const take = (account: string, megabytes: number, now = EVENING) =>
  takeUploadAllowance(table, account, { bytes: megabytes * MB, now, limitMb: LIMIT_MB });

suite("uploads of an account", () => {
  test("may have the bytes of a day, and again on the next", async () => {
    const { account } = await newCaller(0);
    await take(account, 60);
    await take(account, 40);
    const refusal = await take(account, 1).catch((error: unknown) => error);
    assert.ok(refusal instanceof ServiceError);
    assert.equal(refusal.code, "RATE_LIMIT_EXCEEDED");
    assert.equal(refusal.retryAfter, 600);
    assert.match(refusal.message, /100 MB/);
    await take(account, 100, EVENING + 600_000);
  });

  test("cannot exceed the limit with one body", async () => {
    const { account } = await newCaller(0);
    await assert.rejects(take(account, 101), ServiceError);
    await take(account, 100);
  });

  test("cannot exceed the limit by announcing at the same moment", async () => {
    const { account } = await newCaller(0);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => take(account, 10)));
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 10);
  });

  test("do not count for another account", async () => {
    const [one, other] = [await newCaller(0), await newCaller(0)];
    await take(one.account, 100);
    await take(other.account, 100);
  });
});
