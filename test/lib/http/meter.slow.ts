import assert from "node:assert/strict";
import { test } from "node:test";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { table } from "../../support/table.ts";
import { call, clock, newAccount } from "../../support/trial.ts";

test("2,000 random calls get the results and headers that a separate model of the limits gives", async () => {
  const { account, key } = await newAccount(1_000_000);
  let log: number[] = [];
  let seed = 11;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  let charged = 0;
  for (let i = 0; i < 2000; i++) {
    clock.now += random() < 0.7 ? Math.floor(random() * 150) : Math.floor(random() * 3000);
    const cost = 1 + Math.floor(random() * 2);
    log = log.filter((moment) => moment > clock.now - 60_000);
    const room = log.length < 60 && log.filter((moment) => moment > clock.now - 1000).length < 10;
    const valid = random() < 0.8;
    const fails = valid && random() < 0.1;
    const { status, headers } = await call(key, valid ? { cost, ...(fails ? { fail: "x" } : {}) } : { cost: 3 });
    if (room) log.push(clock.now);
    assert.equal(status, room ? (valid ? (fails ? 500 : 200) : 400) : 429);
    assert.equal(headers.get("x-ratelimit-remaining"), String(60 - log.length));
    assert.equal(headers.get("x-ratelimit-reset"), String(Math.ceil((log[0]! + 60_000) / 1000)));
    if (status === 200) charged += cost;
    assert.equal(headers.get("x-credits-used"), status === 200 ? String(cost) : "0");
    assert.equal(headers.get("x-credits-remaining"), String(1_000_000 - charged));
  }
  assert.deepEqual(await usageOf(table, account), {
    account,
    credits: 1_000_000 - charged,
    used: charged,
    reserved: 0,
  });
});
