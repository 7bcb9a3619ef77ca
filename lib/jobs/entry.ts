import { randomUUID } from "node:crypto";
import { type Item, type PrimaryKey, textIn } from "../accounts/account.ts";
import { numberValue } from "../accounts/expressions.ts";
import type { Table } from "../accounts/table.ts";
import { readItem, writeItem } from "../accounts/write.ts";
import type { JobRequest, JobState } from "./job.ts";
import { SORT_KEY_SEPARATOR } from "./queue-items.ts";

/** Attempts at a job, because it may be the job that ends its process each time. */
export const JOB_ATTEMPTS_LIMIT = 3;

/** Milliseconds for which a runner has a job. The runner prolongs them while it works. */
export const JOB_LEASE_MS = 30_000;

/** The queues of a table: jobs that have not ended, and batches that are to be submitted, cancelled or tidied up. */
export type QueueName = "QUEUE" | "BATCHES";

/** The account and the id of a job. */
export interface JobName {
  readonly account: string;
  readonly id: string;
}

/** The entry in the queue of a job that has not ended. */
export interface QueueEntry extends JobName {
  readonly plan: string;
  readonly attempts: number;
  /** Until when (ms since 1970) nobody else may begin it. */
  readonly until: number;
  /** The token of its runner; undefined if it was put back, or never begun. */
  readonly runner: string | undefined;
  readonly startedAt: number | undefined;
  /** The address of the queue of SQS that has its message; undefined for a job that runners find here. */
  readonly queue: string | undefined;
  /** When (ms since 1970) its message comes again; undefined if it has come once at most. */
  readonly messageAt: number | undefined;
}

/** A job that a runner has. */
export interface TakenJob extends JobName {
  readonly attempts: number;
  readonly runner: string;
  readonly startedAt: number;
}

/** The key of a job's entry in the queue, or of a batch's entry in its own. */
export const entryKey = (account: string, id: string, queue: QueueName = "QUEUE"): PrimaryKey => ({
  pk: { S: queue },
  sk: { S: account + SORT_KEY_SEPARATOR + id },
});

/** The entry of a new job, or of a batch. */
export const newEntryItem = (
  { caller: { account }, id, plan, queue: messages }: Pick<JobRequest, "caller" | "id" | "plan" | "queue">,
  queue: QueueName = "QUEUE",
): Item => ({
  ...entryKey(account, id, queue),
  p: { S: plan },
  n: numberValue(0),
  u: numberValue(0),
  ...(messages !== undefined && { q: { S: messages } }),
});

/** Reads an entry. */
export const toEntry = (item: Item): QueueEntry => {
  const [account = "", id = ""] = textIn(item, "sk").split(SORT_KEY_SEPARATOR);
  return {
    account,
    id,
    plan: textIn(item, "p"),
    attempts: Number(item["n"]?.N),
    until: Number(item["u"]?.N),
    runner: item["r"]?.S,
    startedAt: item["t"]?.N === undefined ? undefined : Number(item["t"].N),
    queue: item["q"]?.S,
    messageAt: item["m"]?.N === undefined ? undefined : Number(item["m"].N),
  };
};

/** The state of a job that has not ended, at a moment (ms since 1970). */
export const stateOf = (entry: QueueEntry | undefined, now: number): JobState =>
  entry?.runner !== undefined && entry.until > now ? "running" : "queued";

/** Reads the entry of a job; undefined if the job has ended, or there is none. */
export const readEntry = async (table: Table, account: string, id: string): Promise<QueueEntry | undefined> => {
  const item = await readItem(table, entryKey(account, id));
  return item && toEntry(item);
};

/** Notes when (ms since 1970) the message of a job comes again. */
export const noteMessage = async (table: Table, { account, id }: JobName, at: number): Promise<void> => {
  await writeItem(table, entryKey(account, id), {
    UpdateExpression: "SET m = :m",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":m": numberValue(at) },
  });
};

/** Begins a job at a moment (ms since 1970), unless somebody else has changed its entry since it was read. */
export const claimEntry = async (
  table: Table,
  { account, id, attempts, until }: QueueEntry,
  now: number,
  queue: QueueName = "QUEUE",
): Promise<TakenJob | undefined> => {
  const runner = randomUUID();
  const { done, item } = await writeItem(table, entryKey(account, id, queue), {
    UpdateExpression: "SET n = :n, u = :u, r = :r, t = :t",
    ConditionExpression: "n = :was AND u = :until",
    ExpressionAttributeValues: {
      ":n": numberValue(attempts + 1),
      ":u": numberValue(now + JOB_LEASE_MS),
      ":r": { S: runner },
      ":t": numberValue(now),
      ":was": numberValue(attempts),
      ":until": numberValue(until),
    },
  });
  // The SDK repeats a write whose answer was lost: then the first one has been done already.
  const isOurs = done || item?.["r"]?.S === runner;
  return isOurs ? { account, id, attempts: attempts + 1, runner, startedAt: now } : undefined;
};
