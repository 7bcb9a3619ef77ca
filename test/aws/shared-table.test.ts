import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, suite, test } from "node:test";
import { parseDocument } from "yaml";
import { tableAt } from "../../lib/accounts/table.ts";
import { type BatchRequest, jobIdIn } from "../../lib/jobs/batches/batch.ts";
import { readBatch } from "../../lib/jobs/batches/find.ts";
import { submitNext } from "../../lib/jobs/batches/progress.ts";
import { submitBatch } from "../../lib/jobs/batches/submit.ts";
import { cancelJob } from "../../lib/jobs/end.ts";
import { newJobId } from "../../lib/jobs/job.ts";
import { BUILT_IN_PLANS, standardPlan } from "../../lib/settings/plan.ts";
import { jobOf, submit } from "../support/jobs.ts";
import { recordTable } from "../support/lambda/recorded-table.ts";
import { allows, type TableStatement } from "../support/lambda/rights.ts";
import { clock } from "../support/own-clock-meter.ts";
import { STORE_KEY } from "../support/store-key.ts";
import { endpointUrl, newCaller, table, usage } from "../support/table.ts";

const { functions, custom } = parseDocument(readFileSync("serverless.yml", "utf8"), { logLevel: "silent" }).toJS() as {
  readonly functions: { readonly jobs: { readonly grants: readonly string[] } };
  readonly custom: { readonly grants: Readonly<Record<string, readonly TableStatement[]>> };
};
const rights = functions.jobs.grants.flatMap((name) => custom.grants[name]!);

const record = await recordTable(endpointUrl);
after(record.close);
/** The table as the function of jobs reaches it. */
const recorded = tableAt(table.name, { endpoint: record.endpoint, accessKeyId: STORE_KEY });

suite("the function of jobs, if servers share its table", { concurrency: false }, () => {
  test("may cancel a job whose end is reported by a callback", async () => {
    const caller = await newCaller(5);
    const job = { ...jobOf(caller), callback: { url: "https://shop.example/", origin: "https://platen.example" } };
    await submit(job);
    assert.equal((await cancelJob(recorded, caller.account, job.id, clock.now))?.state, "cancelled");
    assert.equal((await usage(caller, clock.now)).credits, 5);
  });

  test("may cancel the last job of a batch", async () => {
    const caller = await newCaller(5);
    const id = newJobId(clock.now);
    const prices = { "/pdf/merge": 1 };
    const list = { reference: "list", start: 10, bytes: 100 };
    const sums = { count: 1, bytes: 10, credits: 1 };
    const kept = { secret: "0".repeat(32), resultMs: 1000 };
    const batch: BatchRequest = { caller, id, createdAt: clock.now, plan: "standard", ...sums, prices, list, ...kept };
    await submitBatch(table, batch, { plan: standardPlan(BUILT_IN_PLANS) }, clock.now);
    const body = { reference: "list", type: "application/json", bytes: 10, start: 0 };
    await submitNext(table, (await readBatch(table, caller.account, id))!, [{ operation: "/pdf/merge", body }]);
    assert.equal((await cancelJob(recorded, caller.account, jobIdIn(id, 0), clock.now))?.state, "cancelled");
    assert.ok((await readBatch(table, caller.account, id))!.endedAt !== undefined);
  });

  test("has the rights to all that takes", () => {
    assert.ok(record.calls.some(({ action }) => action === "dynamodb:PutItem"));
    assert.deepEqual(
      record.calls.filter((call) => !allows(rights, call)),
      [],
    );
  });
});
