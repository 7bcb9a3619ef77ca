import assert from "node:assert/strict";
import { test } from "node:test";
import { Meter } from "../../../lib/accounts/meter.ts";
import { newCaller, table, usage } from "../../support/table.ts";

const T0 = 1_790_000_000_000;
let clock = T0;
const meter = new Meter(table, "https://example.org/credits", () => clock);

const COUNTED = { operation: "/pdf/merge", day: "260921" };

const requestOf = (caller: Awaited<ReturnType<typeof newCaller>>, requestId: string, credits = 1, lasts = 60_000) => ({
  caller,
  requestId,
  ...COUNTED,
  credits,
  expires: clock + lasts,
});

/** Asks for admission as the endpoint does; the reservation lapses after `lasts` ms. */

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
    clock += random() < 0.7 ? Math.floor(random() * 150) : Math.floor(random() * 3000);
    log = log.filter((moment) => moment > clock - 60_000);
    const expected = log.length < 60 && log.filter((moment) => moment > clock - 1000).length < 10;
    const request = requestOf(caller, `r${i}`);
    const { refusal, window } = await meter.reserve(request);
    if (refusal === undefined) {
      accepted++;
      assert.equal(await meter.settle(request), true);
    }
    if ((refusal === undefined) !== expected) mismatches++;
    if (expected) log.push(clock);
    assert.equal(window!.remaining, 60 - log.length);
  }
  assert.equal(mismatches, 0);
  const { account } = caller;
  const left = { account, credits: 1_000_000 - accepted, used: accepted, reserved: 0 };
  assert.deepEqual(await usage(caller, clock), left);
});
