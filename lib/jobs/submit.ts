import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { type Account, accountKey, type Item, type PrimaryKey, toAccount } from "../accounts/account.ts";
import { accountConditions, numberValue } from "../accounts/expressions.ts";
import * as keys from "../accounts/idempotency-key.ts";
import type { Caller } from "../accounts/keys.ts";
import type { KeyUse } from "../accounts/metered-request.ts";
import { countClauses, type Tier, tierOf } from "../accounts/rate-window.ts";
import type { Table } from "../accounts/table.ts";
import { readItem, type Write } from "../accounts/write.ts";
import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import type { Plan } from "../settings/plan.ts";
import { newEntryItem } from "./entry.ts";
import { type JobRequest, jobKey, newJobItem } from "./job.ts";
import { transact, updateWrite } from "./transact.ts";

/** Bytes that the bodies of an account's open jobs may have together. */
const OPEN_BODIES_LIMIT_BYTES = 1024 * MB;

/** Seconds after which an account with too many jobs may try again. */
const OPEN_JOBS_RETRY_SECONDS = 10;

/** How a submission went, with the account after it, or as the refused write has found it. */
export interface Submission {
  readonly outcome: "submitted" | "refused" | "key-taken";
  readonly account: Account | undefined;
}

/** Jobs that are submitted at once: their number, the bytes of their bodies, and their credits. */
export interface SubmittedJobs {
  readonly count: number;
  readonly bytes: number;
  readonly credits: number;
}

/** The refusal of jobs of an account that has too many of them; undefined if it may have these too. */
export const openJobsRefusal = (
  { jobs }: Account,
  { jobs: limits }: Plan,
  { count, bytes }: Pick<SubmittedJobs, "count" | "bytes">,
): ServiceError | undefined => {
  const refuse = (what: string) =>
    new ServiceError("RATE_LIMIT_EXCEEDED", `The account has ${what}: try again when some of them have ended.`, {
      retryAfter: OPEN_JOBS_RETRY_SECONDS,
    });
  if (jobs.count >= limits.open) return refuse(`${limits.open} jobs that have not ended`);
  if (jobs.count + count > limits.open)
    return refuse(`${jobs.count} jobs that have not ended, so that these would be more than ${limits.open}`);
  if (jobs.bytes + bytes > OPEN_BODIES_LIMIT_BYTES)
    return refuse(`jobs whose bodies take ${OPEN_BODIES_LIMIT_BYTES / MB} MB`);
  return undefined;
};

/** Counts a request in the window of a tier and reserves credits for jobs. */
const reservationUpdate = (
  { caller, jobs: { count, bytes, credits } }: { readonly caller: Caller; readonly jobs: SubmittedJobs },
  tier: Tier,
  plan: Plan,
  now: number,
): Write => {
  const [held, window] = [accountConditions(caller, plan), countClauses(tier, plan, now)];
  const added = ["jn = if_not_exists(jn, :zero) + :jobs", "jc = if_not_exists(jc, :zero) + :c"];
  const assignments = [
    ...window.assignments,
    "bal = bal - :c",
    ...added,
    "jb = if_not_exists(jb, :zero) + :bytes",
  ].join();
  const conditions = [
    ...held.conditions,
    ...window.conditions,
    `bal ${tier === "full" ? ">=" : "<"} :unit`,
    "bal >= :c",
    "(attribute_not_exists(jn) OR jn <= :open)",
    "(attribute_not_exists(jb) OR jb <= :room)",
  ];
  return {
    UpdateExpression: `SET ${assignments}`,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: { ...held.names, ...window.names },
    ExpressionAttributeValues: {
      ...held.values,
      ...window.values,
      ":c": numberValue(credits),
      ":zero": numberValue(0),
      ":unit": numberValue(1),
      ":jobs": numberValue(count),
      ":bytes": numberValue(bytes),
      ":open": numberValue(plan.jobs.open - count),
      ":room": numberValue(OPEN_BODIES_LIMIT_BYTES - bytes),
    },
  };
};

/** An account after a reservation for jobs. */
const afterReservation = (account: Account, { count, bytes, credits }: SubmittedJobs): Account => ({
  ...account,
  balance: account.balance - credits,
  jobs: {
    count: account.jobs.count + count,
    credits: account.jobs.credits + credits,
    bytes: account.jobs.bytes + bytes,
  },
});

/** `keyUse` is the idempotency key of the submission. */
export interface SubmitOptions {
  readonly plan: Plan;
  readonly keyUse?: KeyUse | undefined;
  /** The id of what the key has named so far. */
  readonly replaced?: string | undefined;
}

/** A job, or a batch of jobs, with the item that holds it and the write that puts it into its queue. */
interface Submitted {
  readonly caller: Caller;
  readonly id: string;
  readonly jobs: SubmittedJobs;
  readonly key: PrimaryKey;
  readonly item: Item;
  readonly queueing: TransactWriteItem;
}

/** The places of writes in the transaction. */
const WRITES = { account: 0, item: 1, key: 3 };

/**
 * Submits a job, or a batch of jobs, in one transaction: one request is counted, their credits are reserved, and they are in a
 * queue; or none of this happens. Throws if the table cannot be reached, unless a later read shows that the transaction was done.
 */
export const submitOnce = async (
  table: Table,
  { caller, id, jobs, key, item, queueing }: Submitted,
  { plan, keyUse, replaced }: SubmitOptions,
  now: number,
): Promise<Submission> => {
  const found = await readItem(table, accountKey(caller.account));
  const account = found && toAccount(found);
  // The write cannot compare the counts of an account without open jobs: it has none yet.
  if (account === undefined || openJobsRefusal(account, plan, jobs)) return { outcome: "refused", account };
  const record = keyUse && keys.recordKey(caller.account, keyUse.keyHash);
  const writes = [
    updateWrite(table, accountKey(caller.account), reservationUpdate({ caller, jobs }, tierOf(account), plan, now)),
    { Put: { TableName: table.name, Item: item, ConditionExpression: "attribute_not_exists(pk)" } },
    queueing,
    ...(record && keyUse ? [updateWrite(table, record, keys.jobClaimWrite(keyUse, id, replaced, now))] : []),
  ];
  const outcome = await transact(table, writes).catch(async (error: unknown) => {
    // The answer may be lost: if the item exists, the transaction was done.
    if ((await readItem(table, key)) === undefined) throw error;
    return { isDone: true } as const;
  });
  // The SDK repeats a transaction whose answer was lost: then the item is there already.
  if (outcome.isDone || outcome.failed.has(WRITES.item))
    return { outcome: "submitted", account: afterReservation(account, jobs) };
  if (outcome.failed.has(WRITES.key)) return { outcome: "key-taken", account };
  const latest = outcome.failed.get(WRITES.account);
  return { outcome: "refused", account: latest ? toAccount(latest) : account };
};

/**
 * Submits a job. Its body is stored afterwards: if the table's answer is lost, so that no caller knows of the job, the job has no
 * body and is never done. Throws as `submitOnce` does.
 */
export const submitJob = (
  table: Table,
  request: JobRequest,
  options: SubmitOptions,
  now: number,
): Promise<Submission> => {
  const { caller, id, credits, body } = request;
  const jobs = { count: 1, bytes: body.bytes, credits };
  const queueing = { Put: { TableName: table.name, Item: newEntryItem(request) } };
  const submitted = { caller, id, jobs, key: jobKey(caller.account, id), item: newJobItem(request), queueing };
  return submitOnce(table, submitted, options, now);
};

/** The job that an idempotency key names, if another request with it was answered with one; `mismatch` for another request. */
export const jobOfKey = async (
  table: Table,
  account: string,
  { keyHash, fingerprint }: KeyUse,
  now: number,
): Promise<string | "mismatch" | undefined> => {
  const item = await readItem(table, keys.recordKey(account, keyHash));
  if (item === undefined || !keys.isRemembered(item, now)) return undefined;
  const record = keys.toRecord(item);
  if (record.fingerprint !== fingerprint) return "mismatch";
  return record.state === "job" ? record.requestId : undefined;
};
