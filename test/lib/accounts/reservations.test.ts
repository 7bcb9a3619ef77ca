import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { accountKey, toAccount } from "../../../lib/accounts/account.ts";
import { clock, meter, requestOf } from "../../support/own-clock-meter.ts";
import { newCaller, table, usage } from "../../support/table.ts";

suite("reservations", { concurrency: false }, () => {
  test("end only once, even if several calls try to end them", async () => {
    const caller = await newCaller(10);
    const request = requestOf(caller, "r", 2, 60_000);
    await meter.reserve(request);
    await Promise.all([meter.settle(request), meter.refund(request), meter.settle(request), meter.refund(request)]);
    const { credits, used, reserved } = await usage(caller, clock.now);
    assert.equal(credits + used, 10);
    assert.equal(reserved, 0);
  });

  test("are spent only when the prepared write is sent, and never when it is dropped", async () => {
    const caller = await newCaller(10);
    const [done, failed] = [requestOf(caller, "done", 2, 60_000), requestOf(caller, "failed", 3, 60_000)];
    for (const request of [done, failed]) await meter.reserve(request);
    const [end, failure] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const settled = meter.settle(done, end.promise);
    const dropped = assert.rejects(meter.settle(failed, failure.promise));
    await sleep(100);
    assert.deepEqual(await usage(caller, clock.now), { account: caller.account, credits: 5, used: 0, reserved: 5 });
    end.resolve();
    failure.reject(new Error("The work failed."));
    assert.equal(await settled, true);
    await dropped;
    assert.equal(await meter.refund(failed), 8);
    assert.deepEqual(await usage(caller, clock.now), { account: caller.account, credits: 8, used: 2, reserved: 0 });
  });

  test("of a request that died are returned by the next request, even for the last credits", async () => {
    const caller = await newCaller(2);
    await meter.reserve(requestOf(caller, "dead", 2, 1000));
    clock.now += 5000;
    const next = requestOf(caller, "next", 2, 60_000);
    const { refusal, recovered } = await meter.reserve(next);
    assert.deepEqual([refusal, recovered], [undefined, 1]);
    await meter.settle(next);
    assert.deepEqual(await usage(caller, clock.now), { account: caller.account, credits: 0, used: 2, reserved: 0 });
  });

  test("that have lapsed are returned only once by many simultaneous requests, and a late settlement takes the credits again", async () => {
    const caller = await newCaller(50);
    const dead = requestOf(caller, "dead", 5, 1000);
    await meter.reserve(dead);
    clock.now += 5000;
    const others = Array.from({ length: 9 }, (_, i) => requestOf(caller, `r${i}`, 1, 60_000));
    const standings = await Promise.all(others.map((request) => meter.reserve(request)));
    assert.equal(
      standings.reduce((sum, { recovered = 0 }) => sum + recovered, 0),
      1,
    );
    await Promise.all(others.map((request) => meter.settle(request)));
    assert.equal((await usage(caller, clock.now)).credits, 41);
    assert.equal(await meter.settle(dead), true);
    assert.deepEqual(await usage(caller, clock.now), { account: caller.account, credits: 36, used: 14, reserved: 0 });
  });

  test("that have lapsed and whose credits were used by others are not spent", async () => {
    const caller = await newCaller(2);
    const late = requestOf(caller, "late", 2, 1000);
    await meter.reserve(late);
    clock.now += 5000;
    const next = requestOf(caller, "next", 1, 60_000);
    await meter.reserve(next);
    assert.equal(await meter.settle(late), false);
    await meter.settle(next);
    assert.deepEqual(await usage(caller, clock.now), { account: caller.account, credits: 1, used: 1, reserved: 0 });
  });

  test("that were returned leave no trace an hour later", async () => {
    const caller = await newCaller(5);
    await meter.reserve(requestOf(caller, "dead", 2, 1000));
    for (const passed of [5000, 3_600_000]) {
      clock.now += passed;
      const next = requestOf(caller, `next-${passed}`, 1, 60_000);
      await meter.reserve(next);
      await meter.refund(next);
    }
    const { Item } = await table.db.send(
      new GetItemCommand({ TableName: table.name, Key: accountKey(caller.account), ConsistentRead: true }),
    );
    assert.equal(toAccount(Item!).holds.size, 0);
  });
});
