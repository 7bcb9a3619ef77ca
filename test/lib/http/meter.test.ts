import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { listKeys, revokeKey } from "../../../lib/accounts/operator/keys.ts";
import { table } from "../../support/table.ts";
import { call, newAccount } from "../../support/trial.ts";

const many = <T>(count: number, one: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => one(i)));

suite("credits and rate windows over HTTP", { concurrency: false }, () => {
  test("of fifty simultaneous calls ten succeed and are charged, and forty get a 429 with Retry-After", async () => {
    const { account, key } = await newAccount(100);
    const replies = await many(50, () => call(key, { cost: 2 }));
    const refused = replies.filter(({ status }) => status === 429);
    assert.equal(replies.filter(({ status }) => status === 200).length, 10);
    assert.equal(refused.length, 40);
    assert.ok(refused.every(({ headers }) => headers.get("retry-after") === "1"));
    assert.deepEqual(await usageOf(table, account), { account, credits: 80, used: 20, reserved: 0 });
  });

  test("of twenty simultaneous calls for the last credit one gets it, and no other account pays", async () => {
    const { account, key } = await newAccount(1);
    const codes = (await many(20, () => call(key, { cost: 1 }))).map(({ code }) => code);
    assert.equal(codes.filter((code) => code === "OK").length, 1);
    assert.equal(codes.filter((code) => code === "INSUFFICIENT_CREDITS").length <= 2, true);
    assert.deepEqual(await usageOf(table, account), { account, credits: 0, used: 1, reserved: 0 });
  });

  test("the success that spends the last credit counts in the full tier, the next call in the other tier", async () => {
    const { key } = await newAccount(1);
    assert.equal((await call(key, { cost: 1 })).headers.get("x-ratelimit-limit"), "60");
    const { status, answer, headers } = await call(key, { cost: 1 });
    assert.equal(status, 402);
    assert.equal(headers.get("x-ratelimit-limit"), "10");
    const { creditsRequired, creditsBalance, purchaseUrl } = JSON.parse(answer).error;
    assert.deepEqual([creditsRequired, creditsBalance, purchaseUrl], [1, 0, null]);
  });

  test("a call that fails is not charged", async () => {
    const { account, key } = await newAccount(5);
    const { status, code, answer } = await call(key, { cost: 2, fail: "secret detail of the document" });
    assert.deepEqual([status, code], [500, "PROCESSING_FAILED"]);
    assert.doesNotMatch(answer, /secret/);
    assert.deepEqual(await usageOf(table, account), { account, credits: 5, used: 0, reserved: 0 });
  });

  test("a call whose body is refused counts in the window, and is not charged", async () => {
    const { account, key } = await newAccount(5);
    const body = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n!\r\n--x--\r\n';
    const { status, code, answer, headers } = await call(key, Buffer.from(body), "multipart/form-data; boundary=x");
    assert.deepEqual([status, code], [500, "PROCESSING_FAILED"]);
    assert.doesNotMatch(answer, /secret/);
    assert.equal(headers.get("x-ratelimit-remaining"), "59");
    assert.deepEqual(await usageOf(table, account), { account, credits: 5, used: 0, reserved: 0 });
  });

  test("a revoked key is refused from the next call on, although its look-up was remembered", async () => {
    const { account, key } = await newAccount(5);
    assert.equal((await call(key, { cost: 1 })).status, 200);
    const [{ keyId } = { keyId: "" }] = await listKeys(table, account);
    await revokeKey(table, account, keyId);
    const { status, headers } = await call(key, { cost: 1 });
    assert.equal(status, 401);
    assert.equal(headers.get("x-ratelimit-limit"), null);
    assert.equal(headers.get("x-credits-remaining"), null);
    assert.equal((await call(key, { cost: 3 })).status, 401);
  });
});
