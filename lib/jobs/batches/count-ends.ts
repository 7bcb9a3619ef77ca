import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import type { Item } from "../../accounts/account.ts";
import { numberValue } from "../../accounts/expressions.ts";
import type { Table } from "../../accounts/table.ts";
import { deliveryWrites } from "../delivery.ts";
import { newEntryItem } from "../entry.ts";
import { type JobEnd, removalSecond } from "../job.ts";
import { updating } from "../transact.ts";
import { type Batch, batchKey } from "./batch.ts";

/** Jobs of a batch that end at once: how, with the credits that were reserved for them, and those that they use. */
interface CountedEnds {
  readonly state: JobEnd["state"];
  readonly at: number;
  readonly jobs: number;
  readonly reserved: number;
  readonly used: number;
}

/** What else the same write sets, and on which conditions. */
interface FurtherClauses {
  readonly assignments: readonly string[];
  readonly conditions: readonly string[];
  readonly values: Item;
}

const NOTHING_ELSE: FurtherClauses = { assignments: [], conditions: [], values: {} };

const COUNTERS: Readonly<Record<JobEnd["state"], string>> = { succeeded: "bs", failed: "bf", cancelled: "bc" };

/**
 * A write that puts a batch into the queue of batches. Whoever has it already works on, until it finds that it has lost it. The
 * entry of a batch on AWS names one of its queues of SQS, by which the stage knows it again.
 */
export const queueing = (table: Table, { caller, id, plan, queues = {} }: Batch["request"]): TransactWriteItem => {
  const [queue] = Object.values(queues);
  return { Put: { TableName: table.name, Item: newEntryItem({ caller, id, plan, queue }, "BATCHES") } };
};

/**
 * The writes of a transaction that ends jobs of a batch, four at most; the first one is that on the batch's item. The end of the
 * last jobs is the end of the batch: it is reported once, in the same transaction, its callback waits to be sent, and the batch
 * comes into its queue once more, to be tidied up.
 * The condition of the write fails if others have ended jobs meanwhile, so that these are the last ones, or no longer.
 */
export const countingEnds = (
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
  const write = updating(table, batchKey(request.caller.account, request.id), {
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
  return isLast ? [write, queueing(table, request), ...deliveryWrites(table, "batch", request, at)] : [write];
};
