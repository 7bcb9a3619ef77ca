import assert from "node:assert/strict";
import { test } from "node:test";
import { Meter } from "../../../lib/accounts/meter.ts";
import type { MeteredRequest } from "../../../lib/accounts/metered-request.ts";
import { newCaller, table, usage } from "../../support/table.ts";

let clock = 1_790_000_000_000;
const meter = new Meter(table, "https://example.org/credits", () => clock);

/** A request of this caller whose reservation lapses after `lasts` ms. */
const requestOf = (
  caller: MeteredRequest["caller"],
  requestId: string,
  credits: number,
  lasts: number,
): MeteredRequest => ({
  caller,
  requestId,
  operation: "/pdf/merge",
  day: "260921",
  credits,
  expires: clock + lasts,
});

test("of 480 requests, a third of which die, are either spent or returned", async () => {
  const caller = await newCaller(300);
  let charged = 0;
  for (let wave = 0; wave < 40; wave++) {
    clock += 6000;
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
  clock += 60_000;
  assert.deepEqual(await usage(caller, clock), {
    account: caller.account,
    credits: 300 - charged,
    used: charged,
    reserved: 0,
  });
});
