import assert from "node:assert/strict";
import { test } from "node:test";
import { usageOf } from "../../../lib/accounts/operator/credits.ts";
import { table } from "../../support/table.ts";
import { newAccount, trialUrl } from "../../support/trial.ts";

const ask = async (key: string, body: object, prefer: string) => {
  const headers = { "X-API-Key": key, "Content-Type": "application/json", Prefer: prefer };
  const reply = await fetch(trialUrl, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: reply.status, headers: reply.headers, json: await reply.json() };
};

test("a dry run says what a request would cost, and charges nothing", async () => {
  const { account, key } = await newAccount(10);
  const { status, headers, json } = await ask(key, { cost: 2, fail: "never done" }, "respond-async, dry-run");
  assert.deepEqual([status, headers.get("preference-applied"), headers.get("x-credits-used")], [200, "dry-run", "0"]);
  assert.deepEqual(json, { dryRun: true, creditsUsed: 2, creditsRemaining: 10 });
  assert.equal(headers.get("x-ratelimit-remaining"), "59");
  assert.equal((await usageOf(table, account)).used, 0);
});

test("a dry run of a wrong request gets its error", async () => {
  const { key } = await newAccount(10);
  const { status, json } = await ask(key, { cost: 3 }, "dry-run");
  assert.deepEqual([status, (json as { error: { code: string } }).error.code], [400, "INVALID_REQUEST"]);
});

test("an answer has the milliseconds of its phases", async () => {
  const { key } = await newAccount(10);
  const headers = { "X-API-Key": key, "Content-Type": "application/json" };
  const reply = await fetch(trialUrl, { method: "POST", headers, body: JSON.stringify({ cost: 1, wait: 50 }) });
  await reply.arrayBuffer();
  const phases = new Map(
    reply.headers
      .get("server-timing")!
      .split(", ")
      .map((entry) => entry.split(";dur=") as [string, string]),
  );
  assert.deepEqual([...phases.keys()].sort(), ["auth", "body", "meter", "queue", "work"]);
  assert.ok(Number(phases.get("work")) >= 49);
});
