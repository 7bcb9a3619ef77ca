import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoints } from "../../../functions/index.ts";
import { assertPrices } from "../../../lib/settings/assert-prices.ts";
import { readPlans } from "../../../lib/settings/read-plans.ts";

const problemsOf = (plans: unknown): string => {
  try {
    const text = typeof plans === "string" ? plans : JSON.stringify(plans);
    assertPrices(
      readPlans(text),
      endpoints.map(({ contract }) => contract),
    );
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
};

test("standard and unlimited are there without a setting", () => {
  const plans = readPlans(undefined);
  assert.deepEqual([...plans.keys()], ["standard", "unlimited"]);
  assert.deepEqual(plans.get("standard")!.rates, { minute: 60, second: 10 });
  assert.deepEqual(plans.get("unlimited")!.rates, { minute: undefined, second: undefined });
});

test("a field that is left out is that of standard, also if the setting changes it", () => {
  const plans = readPlans('{"gold":{"documentMb":5},"standard":{"requestsPerSecond":20,"slotShare":0.5}}');
  const gold = plans.get("gold")!;
  assert.deepEqual(gold.rates, { minute: 60, second: 20 });
  assert.equal(gold.documentLimitBytes, 5 * 1024 * 1024);
  assert.equal(gold.slotShare, 0.5);
  assert.deepEqual(gold.jobs, { minutes: 15, open: 10_000, atOnce: 100, resultHours: 24 });
  const slow = readPlans('{"slow":{"jobMinutes":2,"jobsOpen":5,"jobsAtOnce":1,"resultHours":3}}').get("slow")!;
  assert.deepEqual(slow.jobs, { minutes: 2, open: 5, atOnce: 1, resultHours: 3 });
});

test("a wrong plan is reported in one line that says what is possible", () => {
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    ["gold", /^must be a JSON object of plans by name/],
    [[], /^must be a JSON object of plans by name/],
    [{ Gold: {} }, /^must name plans with 1 to 40 small letters, digits, _ and -, not "Gold"$/],
    [{ gold: 5 }, /gold must be an object$/],
    [{ gold: { requestsPerMinute: 0 } }, /gold\.requestsPerMinute must be a whole number of 1 to 1000000, or null$/],
    [{ gold: { requestsPerSecond: "10" } }, /gold\.requestsPerSecond must be a whole number of 1 to 100000, or null$/],
    [{ gold: { perMinute: 5 } }, /gold has the unknown field perMinute; known are requestsPerMinute, /],
    [{ gold: { documentMb: 101 } }, /gold\.documentMb must be a whole number of 1 to 100$/],
    [{ gold: { resultHours: 25 } }, /gold\.resultHours must be a whole number of 1 to 24$/],
    [{ gold: { slotShare: 0 } }, /gold\.slotShare must be a number above 0 and at most 1$/],
    [{ gold: { credits: { "/pdf/merge": -1 } } }, /gold\.credits\.\/pdf\/merge must be a whole number of 0 to 1000000/],
    [
      { gold: { credits: { "/pdf/merg": 1 } } },
      /gold\.credits\.\/pdf\/merg is no operation; did you mean \/pdf\/merge\?$/,
    ],
    [{ gold: { credits: { "/pdf/merge": { url: 1 } } } }, /\/pdf\/merge must be a number, because/],
    [
      { gold: { credits: { "/convert/html-to-pdf": { file: 1 } } } },
      /html-to-pdf has no price file, but document and url$/,
    ],
  ];
  for (const [plans, message] of wrong) {
    assert.match(problemsOf(plans), message);
    assert.ok(!problemsOf(plans).includes("\n"));
  }
  assert.equal(problemsOf({ gold: { credits: { "/convert/html-to-pdf": { url: 3 }, "/pdf/merge": 0 } } }), "none");
});
