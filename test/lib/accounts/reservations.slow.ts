import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, meter, requestOf } from "../../support/own-clock-meter.ts";
import { newCaller, usage } from "../../support/table.ts";

test("of 480 requests, a third of which die, are either spent or returned", async () => {
  const caller = await newCaller(300);
  let charged = 0;
  for (let wave = 0; wave < 40; wave++) {
    clock.now += 6000;
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const request = requestOf(caller, `w${wave}-${i}`, 1 + (i % 2), 5000);
        if ((await meter.reserve(request)).refusal !== undefined) return;
        const end = (wave * 7 + i) % 3;
        if (end === 0 && (await meter.settle(request))) charged += request.credits;
        if (end === 1) await meter.refund(request);
      }),
    );
  }
  clock.now += 60_000;
  assert.deepEqual(await usage(caller, clock.now), {
    account: caller.account,
    credits: 300 - charged,
    used: charged,
    reserved: 0,
  });
});
