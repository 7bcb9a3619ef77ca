import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { accountKey, type Item } from "../../accounts/account.ts";
import { numberValue } from "../../accounts/expressions.ts";
import type { Table } from "../../accounts/table.ts";
import { readItem } from "../../accounts/write.ts";
import { deliveryWrites } from "../delivery.ts";
import { newEntryItem } from "../entry.ts";
import { type JobEnd, removalSecond } from "../job.ts";
import type { SubmittedJobs } from "../submit.ts";
import { updateWrite } from "../transact.ts";
import { type Batch, batchKey } from "./batch.ts";

/** Jobs of a batch that end at once, with the credits that were reserved for them, and those that they use. */
interface CountedEnds {
  readonly state: JobEnd["state"];
  readonly at: number;
  readonly jobs: number;
  readonly reserved: number;
  readonly used: number;
}

/** What the write on the batch sets beside its counts, and its further conditions. */
interface FurtherClauses {
  readonly assignments: readonly string[];
  readonly conditions: readonly string[];
  readonly values: Item;
}

const NOTHING_ELSE: FurtherClauses = { assignments: [], conditions: [], values: {} };

const COUNTERS: Readonly<Record<JobEnd["state"], string>> = { succeeded: "bs", failed: "bf", cancelled: "bc" };

/**
 * The write that puts a batch into the queue of batches. A process that works on the batch goes on until it finds that it has lost
 * it. On AWS the entry names one of the batch's SQS queues, by which a stage recognises its own batches.
 */
export const batchEntryWrite = (
  table: Table,
  { caller, id, plan, queues = {} }: Batch["request"],
): TransactWriteItem => {
  const [queue] = Object.values(queues);
  return { Put: { TableName: table.name, Item: newEntryItem({ caller, id, plan, queue }, "BATCHES") } };
};

/** The write that returns the credits of open jobs to their account; none if the account no longer exists. */
export const refundWrites = async (
  table: Table,
  account: string,
  { count, bytes, credits }: SubmittedJobs,
): Promise<TransactWriteItem[]> => {
  const key = accountKey(account);
  if ((await readItem(table, key)) === undefined) return [];
  const refund = updateWrite(table, key, {
    UpdateExpression: "SET bal = bal + :c, jn = jn - :jobs, jc = jc - :c, jb = jb - :bytes",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: {
      ":c": numberValue(credits),
      ":jobs": numberValue(count),
      ":bytes": numberValue(bytes),
    },
  });
  return [refund];
};

/**
 * The writes that count ended jobs in their batch, four at most; they belong to the transaction that ends the jobs. The first one
 * is on the batch's item. The end of the last jobs ends the batch: its callback waits to be sent, and it enters its queue once
 * more, to be tidied up. The condition fails if others have ended jobs meanwhile, which decides which jobs are the last ones.
 */
export const countEndsWrites = (
  table: Table,
  batch: Batch,
  { state, at, jobs, reserved, used }: CountedEnds,
  also = NOTHING_ELSE,
): TransactWriteItem[] => {
  const { request, open } = batch;
  const isLast = open === jobs;
  const counter = COUNTERS[state];
  const assignments = [
    `bo = bo - :jobs, ${counter} = ${counter} + :jobs, br = br - :reserved, bu = bu + :used`,
    ...(isLast ? ["bz = :at, #ttl = :ttl"] : []),
    ...also.assignments,
  ];
  const write = updateWrite(table, batchKey(request.caller.account, request.id), {
    UpdateExpression: `SET ${assignments.join()}`,
    ConditionExpression: [isLast ? "bo = :jobs" : "bo > :jobs", ...also.conditions].join(" AND "),
    ...(isLast && { ExpressionAttributeNames: { "#ttl": "ttl" } }),
    ExpressionAttributeValues: {
      ...also.values,
      ":jobs": numberValue(jobs),
      ":reserved": numberValue(reserved),
      ":used": numberValue(used),
      ...(isLast && { ":at": numberValue(at), ":ttl": numberValue(removalSecond({ at })) }),
    },
  });
  return isLast ? [write, batchEntryWrite(table, request), ...deliveryWrites(table, "batch", request, at)] : [write];
};
