import assert from "node:assert/strict";
import { request as ask, createServer } from "node:http";
import { suite, test } from "node:test";
import { hashKey, keyIdOf } from "../../../lib/accounts/key-format.ts";
import { Meter } from "../../../lib/accounts/meter.ts";
import { changeAccount } from "../../../lib/accounts/operator/accounts.ts";
import { createKey, revokeKey } from "../../../lib/accounts/operator/keys.ts";
import { endJob } from "../../../lib/jobs/end.ts";
import { JobQueue } from "../../../lib/jobs/queue.ts";
import { submitJob } from "../../../lib/jobs/submit.ts";
import { BUILT_IN_PLANS, standardPlan } from "../../../lib/settings/plan.ts";
import { jobOf } from "../../support/jobs.ts";
import { clock } from "../../support/own-clock-meter.ts";
import { endpointUrl, newCaller, tableThrough, usage } from "../../support/table.ts";

// The local store does one write after the other, so that no two are in each other's way. This one refuses as DynamoDB does.

/** Refusals by the operation that they answer. */
const refusals = new Map<string, { count: number; readonly body: object }>();
const refuse = (operation: string, count: number, type: string, more = {}) =>
  refusals.set(operation, {
    count,
    body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: "", ...more },
  });

const between = createServer(async (incoming, outgoing) => {
  const { headers } = incoming;
  const due = refusals.get(String(headers["x-amz-target"]).split(".").at(-1) ?? "");
  if (due !== undefined && due.count > 0) {
    due.count--;
    incoming.resume();
    outgoing.writeHead(400, { "content-type": "application/x-amz-json-1.0" }).end(JSON.stringify(due.body));
    return;
  }
  const onward = ask(endpointUrl, { method: "POST", headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  incoming.pipe(onward);
});
const table = await tableThrough(between);

const plan = standardPlan(BUILT_IN_PLANS);
const meter = new Meter(table, "https://example.org/credits");

suite("writes that meet transactions on the same account", { concurrency: false }, () => {
  test("are sent again: a request answered at once is reserved and settled", async () => {
    const caller = await newCaller(5);
    const expires = Date.now() + 60_000;
    const request = { caller, requestId: "r", operation: "/pdf/merge", day: "261126", credits: 2, expires };
    refuse("UpdateItem", 3, "TransactionConflictException");
    assert.equal((await meter.reserve(request)).refusal, undefined);
    refuse("UpdateItem", 3, "TransactionConflictException");
    assert.equal((await meter.outcomeOf(request, meter.settle(request))).isSpent, true);
    const { credits, used, reserved } = await usage(caller);
    assert.deepEqual({ credits, used, reserved }, { credits: 3, used: 2, reserved: 0 });
  });

  test("are sent again: a key is made and revoked, and a plan is changed", async () => {
    const { account } = await newCaller(5);
    refuse("UpdateItem", 2, "TransactionConflictException");
    const key = await createKey(table, account, "second");
    refuse("UpdateItem", 2, "TransactionConflictException");
    await revokeKey(table, account, keyIdOf(hashKey(key)));
    refuse("UpdateItem", 2, "TransactionConflictException");
    assert.equal((await changeAccount(table, account, { plan: "unlimited" })).plan, "unlimited");
  });

  test("are sent again: a job begins and ends once", async () => {
    const caller = await newCaller(5);
    const job = jobOf(caller, 2);
    const CONFLICT = { CancellationReasons: [{ Code: "TransactionConflict" }, { Code: "None" }, { Code: "None" }] };
    refuse("TransactWriteItems", 3, "TransactionCanceledException", CONFLICT);
    assert.equal((await submitJob(table, job, { plan }, clock.now)).outcome, "submitted");
    const queue = new JobQueue(table, () => clock.now);
    const taken = (await queue.take((account) => account !== caller.account))!;
    refuse("TransactWriteItems", 5, "TransactionInProgressException");
    const end = { state: "succeeded", at: clock.now, attempts: 1 } as const;
    assert.equal(await endJob(table, job, end, taken.runner), true);
    const { credits, used, reserved } = await usage(caller, clock.now);
    assert.deepEqual({ credits, used, reserved }, { credits: 3, used: 2, reserved: 0 });
  });
});
