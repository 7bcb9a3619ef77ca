import assert from "node:assert/strict";
import { connect, createServer } from "node:net";
import { suite, test } from "node:test";
import { Meter } from "../../../lib/accounts/meter.ts";
import { createAccount, usageOf } from "../../../lib/accounts/operator/credits.ts";
import { moveCredits } from "../../../lib/accounts/operator/move-credits.ts";
import { endpointUrl, newCaller, tableThrough, usage } from "../../support/table.ts";

/** The number of the store's next answers that are lost: the write is done, and its sender repeats it. */
let lost = 0;
const between = createServer((near) => {
  const far = connect(Number(new URL(endpointUrl).port), "127.0.0.1");
  far.once("data", () => {
    if (lost > 0) near.destroy();
    lost = Math.max(0, lost - 1);
  });
  for (const end of [near, far]) {
    end
      .on("error", () => {})
      .on("close", () => {
        near.destroy();
        far.destroy();
      });
  }
  near.pipe(far).pipe(near);
});
const table = await tableThrough(between);

const meter = new Meter(table, "https://example.org/credits");
const COUNTED = { operation: "/pdf/merge", day: "261123" };
const expires = Date.now() + 60_000;

/** Loses the answer to what is done next. */
const unheard = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  table.db.destroy(); // each connection loses its first answer alone
  lost = 1;
  const result = await work();
  assert.equal(lost, 0);
  return result;
};

suite("a write whose answer is lost is done once", { concurrency: false }, () => {
  test("for a reservation", async () => {
    const caller = await newCaller(10);
    const standing = await unheard(() => meter.reserve({ caller, requestId: "r", ...COUNTED, credits: 2, expires }));
    assert.equal(standing.refusal, undefined);
    assert.deepEqual([standing.balance, standing.window!.remaining], [8, 59]);
    assert.deepEqual(await usage(caller), { account: caller.account, credits: 8, used: 0, reserved: 2 });
  });

  test("for its spending", async () => {
    const request = { caller: await newCaller(10), requestId: "r", ...COUNTED, credits: 2, expires };
    await meter.reserve(request);
    assert.equal(await unheard(() => meter.settle(request)), true);
    const { account } = request.caller;
    assert.deepEqual(await usage(request.caller), { account, credits: 8, used: 2, reserved: 0 });
  });

  test("for its return", async () => {
    const request = { caller: await newCaller(10), requestId: "r", ...COUNTED, credits: 2, expires };
    await meter.reserve(request);
    assert.equal(await unheard(() => meter.refund(request)), 10);
    const { account } = request.caller;
    assert.deepEqual(await usage(request.caller), { account, credits: 10, used: 0, reserved: 0 });
  });

  test("for credits that the operator adds and removes", async () => {
    const { account } = await newCaller(10);
    assert.equal(await unheard(() => moveCredits(table, account, 5)), 15);
    assert.equal(await unheard(() => moveCredits(table, account, -15)), 0);
  });

  test("for a new account", async () => {
    const account = await unheard(() => createAccount(table, 7));
    assert.equal((await usageOf(table, account!)).credits, 7);
  });
});
