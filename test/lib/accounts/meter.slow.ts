import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, meter, requestOf } from "../../support/own-clock-meter.ts";
import { newCaller, usage } from "../../support/table.ts";

test("3,000 random requests get the same results as from a complete log of them", async () => {
  const caller = await newCaller(1_000_000);
  let log: number[] = [];
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  let [mismatches, accepted] = [0, 0];
  for (let i = 0; i < 3000; i++) {
    clock.now += random() < 0.7 ? Math.floor(random() * 150) : Math.floor(random() * 3000);
    log = log.filter((moment) => moment > clock.now - 60_000);
    const expected = log.length < 60 && log.filter((moment) => moment > clock.now - 1000).length < 10;
    const request = requestOf(caller, `r${i}`);
    const { refusal, window } = await meter.reserve(request);
    if (refusal === undefined) {
      accepted++;
      assert.equal(await meter.settle(request), true);
    }
    if ((refusal === undefined) !== expected) mismatches++;
    if (expected) log.push(clock.now);
    assert.equal(window!.remaining, 60 - log.length);
  }
  assert.equal(mismatches, 0);
  const { account } = caller;
  const left = { account, credits: 1_000_000 - accepted, used: accepted, reserved: 0 };
  assert.deepEqual(await usage(caller, clock.now), left);
});
