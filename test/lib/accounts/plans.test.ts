import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Meter } from "../../../lib/accounts/meter.ts";
import { changeAccount } from "../../../lib/accounts/operator/accounts.ts";
import { type Plan, standardPlan } from "../../../lib/settings/plan.ts";
import { readPlans } from "../../../lib/settings/read-plans.ts";
import { newCaller, table, usage } from "../../support/table.ts";

const URL = "https://example.org/credits";
const plans = readPlans('{"gold":{"requestsPerMinute":600,"requestsPerSecond":40},"dear":{"slotShare":0.5}}');
const T0 = 1_790_000_000_000;
const clock = T0;
const meter = new Meter(table, URL, () => clock, plans);
const request = (caller: Awaited<ReturnType<typeof newCaller>>, requestId: string) => ({
  caller,
  requestId,
  operation: "/pdf/merge",
  day: "260921",
  credits: 1,
  expires: clock + 60_000,
});
const priceOf = ({ name }: Plan) => (name === "dear" ? 7 : 1);

suite("the meter of accounts on plans", { concurrency: false }, () => {
  test("charges by the plan that the account has at the write, whatever was known before", async () => {
    const caller = await newCaller(100);
    assert.equal((await meter.reserve(request(caller, "a"), priceOf)).credits, 1);
    await changeAccount(table, caller.account, { plan: "dear" });
    assert.equal((await meter.reserve(request(caller, "b"), priceOf)).credits, 7);
    await changeAccount(table, caller.account, { plan: "standard" });
    assert.equal((await meter.reserve(request(caller, "c"), priceOf)).credits, 1);
    assert.equal((await usage(caller, clock)).reserved, 9);
  });

  test("charges an account that was known on a plan where the operation is free, once it is on another one", async () => {
    const caller = await newCaller(100);
    const freeOnGold = ({ name }: Plan) => (name === "gold" ? 0 : 7);
    await changeAccount(table, caller.account, { plan: "gold" });
    const free = await meter.reserve(request(caller, "a"), freeOnGold);
    assert.deepEqual([free.refusal, free.credits], [undefined, 0]);
    await changeAccount(table, caller.account, { plan: "dear" });
    assert.equal((await meter.reserve(request(caller, "b"), freeOnGold)).credits, 7);
    assert.equal((await usage(caller, clock)).reserved, 7);
  });

  test("refuses an account whose plan is not configured, and charges it nothing", async () => {
    const caller = await newCaller(100);
    await changeAccount(table, caller.account, { plan: "gold" });
    const other = new Meter(table, URL, () => clock);
    const refused = { code: "SERVICE_UNAVAILABLE", reason: "plan-not-configured" };
    await assert.rejects(other.reserve(request(caller, "a")), refused);
    await assert.rejects(other.countRequest(caller), refused);
    assert.deepEqual(await usage(caller, clock), { account: caller.account, credits: 100, used: 0, reserved: 0 });
  });

  test("of a hundred simultaneous requests, exactly forty are accepted within the second", async () => {
    const caller = await newCaller(1000);
    await changeAccount(table, caller.account, { plan: "gold" });
    const results = await Promise.all(Array.from({ length: 100 }, (_, i) => meter.reserve(request(caller, `r${i}`))));
    const accepted = results.filter(({ refusal }) => refusal === undefined);
    assert.equal(accepted.length, 40);
    const refused = results.find(({ refusal }) => refusal !== undefined)!;
    assert.equal(refused.refusal!.code, "RATE_LIMIT_EXCEEDED");
    assert.match(refused.refusal!.message, /^More than 40 requests a second: try again in [12] s\.$/);
  });

  test("without a limit accepts as many as come, and still refuses a suspended account and a lack of credits", async () => {
    const caller = await newCaller(50);
    await changeAccount(table, caller.account, { plan: "unlimited" });
    const results = await Promise.all(Array.from({ length: 60 }, (_, i) => meter.reserve(request(caller, `r${i}`))));
    const codes = results.map(({ refusal }) => refusal?.code);
    assert.equal(codes.filter((code) => code === undefined).length, 50);
    assert.ok(codes.includes("INSUFFICIENT_CREDITS"));
    assert.equal((await usage(caller, clock)).credits, 0);
  });

  test("the standard plan may be changed", () => {
    assert.deepEqual(standardPlan(readPlans('{"standard":{"requestsPerMinute":600}}')).rates, {
      minute: 600,
      second: 10,
    });
  });
});
