import assert from "node:assert/strict";
import { after } from "node:test";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import type { TakenJob } from "../../lib/jobs/entry.ts";
import type { FoundJob } from "../../lib/jobs/find.ts";
import { callbackQueue, queue } from "./sqs-settings.ts";

// Behind the settings, which are read when the service is imported.
const { usageOf } = await import("../../lib/accounts/operator/credits.ts");
const { rotateCallbackSecret } = await import("../../lib/accounts/operator/callback-secrets.ts");
const { queueTaker } = await import("../../lib/http/queue-taker.ts");
const { queueWaker } = await import("../../lib/http/queue-waker.ts");
const { setCallbackWaker } = await import("../../lib/jobs/callback-waker.ts");
const { readEntry } = await import("../../lib/jobs/entry.ts");
const { findJob } = await import("../../lib/jobs/find.ts");
const { takeJob } = await import("../../lib/jobs/take-job.ts");
const { setJobTaker } = await import("../../lib/jobs/taker.ts");
const { queueWorker } = await import("../../lib/lambda/worker.ts");
const { table } = await import("./table.ts");
const { clock, handler, newAccount, trialUrl } = await import("./trial.ts");

clock.now = Date.now();
setJobTaker(queueTaker(queue));
setCallbackWaker(queueWaker(callbackQueue));
after(() => {
  setJobTaker(undefined);
  setCallbackWaker(undefined);
});

/** A function with these milliseconds left, one for each question; the last one for all others. */
export const withTime = (...milliseconds: readonly number[]) => {
  const left = [...milliseconds];
  return { getRemainingTimeInMillis: () => (left.length > 1 ? left.shift()! : left[0]!) };
};

const worker = queueWorker([handler]);

/** Does the jobs of an event, as the function does that SQS calls. */
export const work = (event: SQSEvent, ...milliseconds: readonly number[]): Promise<SQSBatchResponse> =>
  worker(event, milliseconds.length === 0 ? withTime(900_000) : withTime(...milliseconds));

/** A job of a new account with 100 credits that was submitted, and has its message in the queue. */
export interface QueuedJob {
  readonly account: string;
  readonly key: string;
  readonly id: string;
}

const submitFor = async (
  { account, key }: Omit<QueuedJob, "id">,
  body: object,
  named: Readonly<Record<string, string>> = {},
): Promise<QueuedJob> => {
  const reply = await fetch(trialUrl, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json", Prefer: "respond-async", ...named },
    body: JSON.stringify(body),
  });
  assert.equal(reply.status, 202, await reply.clone().text());
  return { account, key, id: ((await reply.json()) as { id: string }).id };
};

/** Submits a request to the trial endpoint as a job of a new account. */
export const submit = async (body: object = { cost: 2 }): Promise<QueuedJob> => submitFor(await newAccount(100), body);

/** A job whose end is told to an address, and the secret with which that is signed. */
export interface CalledBackJob extends QueuedJob {
  readonly secret: string;
}

/** Submits such a job of a new account. */
export const submitCalledBack = async (url: string): Promise<CalledBackJob> => {
  const owner = await newAccount(100);
  const { callbackSecret: secret } = await rotateCallbackSecret(table, owner.account, Date.now());
  return { ...(await submitFor(owner, { cost: 2 }, { "X-Callback-Url": url })), secret };
};

/** A job as the table has it. */
export const jobNow = async ({ account, id }: QueuedJob): Promise<FoundJob> =>
  (await findJob(table, account, id, Date.now()))!;

/** The entry of a job in the queue of the table. */
export const entryOf = ({ account, id }: QueuedJob) => readEntry(table, account, id);

/** Credits of an account that are left, used and reserved. */
export const creditsOf = async ({ account }: QueuedJob) => {
  const { credits: left, used, reserved } = await usageOf(table, account);
  return { left, used, reserved };
};

/** Begins a job at a moment (ms since 1970) as a function does. */
export const begin = async (job: QueuedJob, now = Date.now()): Promise<TakenJob> => {
  const take = await takeJob(table, job, now);
  assert.ok(typeof take === "object" && "taken" in take);
  return take.taken;
};

let longAgo = Date.now() - 7_200_000;

/** Begins a job as a function does that is ended in the middle of it. Its lease has run out already. */
export const beginAndDie = async (job: QueuedJob): Promise<void> => {
  longAgo += 60_000;
  await begin(job, longAgo);
};
