import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { Registry } from "prom-client";
import { accountsIn, openAccounts } from "../../../lib/accounts/accounts.ts";
import { takeJob } from "../../../lib/jobs/take-job.ts";
import { addJobMetrics } from "../../../lib/server/job-metrics.ts";
import { jobOf, submit } from "../../support/jobs.ts";
import { clock } from "../../support/own-clock-meter.ts";
import { newCaller, table } from "../../support/table.ts";

suite("the metrics of jobs", () => {
  test("count those of the table that wait and those that run, with the age of the oldest", async () => {
    clock.now = Date.now() - 60_000;
    openAccounts(accountsIn(table));
    const caller = await newCaller(10);
    const requests = [jobOf(caller), jobOf(caller), jobOf(caller)];
    for (const request of requests) await submit(request);
    await takeJob(table, { account: caller.account, id: requests[2]!.id }, Date.now());
    const registry = new Registry();
    addJobMetrics(registry);
    const text = await registry.metrics();
    assert.match(text, /^platen_deferred_jobs\{state="queued"\} 2$/m);
    assert.match(text, /^platen_deferred_jobs\{state="running"\} 1$/m);
    const [, seconds] = /^platen_deferred_jobs_oldest_seconds (\S+)$/m.exec(text)!;
    assert.ok(Number(seconds) >= 60 && Number(seconds) < 600, seconds);
  });
});
