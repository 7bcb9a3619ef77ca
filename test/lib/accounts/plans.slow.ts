import assert from "node:assert/strict";
import { test } from "node:test";
import { Meter } from "../../../lib/accounts/meter.ts";
import { changeAccount } from "../../../lib/accounts/operator/accounts.ts";
import { readPlans } from "../../../lib/settings/read-plans.ts";
import { newCaller, table } from "../../support/table.ts";

const URL = "https://example.org/credits";
const plans = readPlans('{"gold":{"requestsPerMinute":600,"requestsPerSecond":40},"dear":{"slotShare":0.5}}');
const T0 = 1_790_000_000_000;
let clock = T0;
const meter = new Meter(table, URL, () => clock, plans);

test("counts free and refused requests in larger windows too, and keeps the item small", async () => {
  const caller = await newCaller(1000);
  await changeAccount(table, caller.account, { plan: "gold" });
  let [counted, refused] = [0, 0];
  for (let i = 0; i < 1500; i++) {
    clock += 60;
    const { refusal } = await meter.countRequest(caller);
    if (refusal === undefined) counted++;
    else refused++;
  }
  assert.ok(counted >= 600 && refused > 0, `${counted} counted, ${refused} refused`);
  assert.ok(counted <= 1200, `${counted} counted in 90 s`);
});
