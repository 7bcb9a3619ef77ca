import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { numberValue } from "../../accounts/expressions.ts";
import type { Table } from "../../accounts/table.ts";
import { newEntryItem } from "../entry.ts";
import { type JobBody, type JobRequest, newJobItem } from "../job.ts";
import { transact, updateWrite } from "../transact.ts";
import { type Batch, batchKey, jobIdIn } from "./batch.ts";
import { batchEntryWrite, countEndsWrites, refundWrites } from "./count-ends.ts";

/** A job in the list of a batch. An upload has no type there, and its bytes are not counted. */
export interface ListedJob {
  readonly operation: string;
  readonly name?: string | undefined;
  readonly body: JobBody;
}

/** Jobs that are submitted in one transaction, which may have 100 writes: two for each of them, and one on the batch. */
export const SUBMITTED_AT_ONCE = 49;

const jobRequest = ({ request }: Batch, index: number, { operation, name, body }: ListedJob): JobRequest => ({
  caller: request.caller,
  id: jobIdIn(request.id, index),
  operation,
  credits: request.prices[operation] ?? 0,
  createdAt: request.createdAt,
  plan: request.plan,
  body,
  queue: request.queues?.[operation],
  batch: { id: request.id, index, name },
});

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Submits the next jobs of a batch, at most `SUBMITTED_AT_ONCE`, in one transaction. Their credits are reserved already. Returns
 * false if the batch has changed since it was read: others have submitted these jobs, or it was cancelled.
 */
export const submitNext = async (table: Table, batch: Batch, listed: readonly ListedJob[]): Promise<boolean> => {
  const { request, submitted } = batch;
  const jobs = listed.map((job, at) => jobRequest(batch, submitted + at, job));
  const put = (Item: ReturnType<typeof newJobItem>): TransactWriteItem => ({ Put: { TableName: table.name, Item } });
  const { isDone } = await transact(table, [
    updateWrite(table, batchKey(request.caller.account, request.id), {
      UpdateExpression: "SET bi = :next, rc = rc - :credits, rb = rb - :bytes",
      ConditionExpression: "bi = :submitted AND attribute_not_exists(bx)",
      ExpressionAttributeValues: {
        ":submitted": numberValue(submitted),
        ":next": numberValue(submitted + jobs.length),
        ":credits": numberValue(sum(jobs.map(({ credits }) => credits))),
        ":bytes": numberValue(sum(jobs.map(({ body }) => body.bytes))),
      },
    }),
    ...jobs.flatMap((job) => [put(newJobItem(job)), put(newEntryItem(job))]),
  ]);
  return isDone;
};

/**
 * Ends the unsubmitted jobs of a batch, and returns their credits, in one transaction. Returns false if the batch has changed since
 * it was read.
 */
export const endUnsubmitted = async (
  table: Table,
  batch: Batch,
  state: "failed" | "cancelled",
  now: number,
): Promise<boolean> => {
  const { request, submitted, unsubmittedCredits: credits, unsubmittedBytes: bytes } = batch;
  const jobs = request.count - submitted;
  const ends = { state, at: now, jobs, reserved: credits, used: 0 };
  const counted = countEndsWrites(table, batch, ends, {
    assignments: ["bi = bi + :jobs, rc = :zero, rb = :zero"],
    conditions: ["bi = :submitted"],
    values: { ":zero": numberValue(0), ":submitted": numberValue(submitted) },
  });
  const refund = await refundWrites(table, request.caller.account, { count: jobs, bytes, credits });
  const { isDone } = await transact(table, [...counted, ...refund]);
  return isDone;
};

/** Marks a batch as cancelled, unless it has ended: no more of its jobs are submitted, and those that are get cancelled. */
export const cancelBatch = async (table: Table, { request }: Batch, now: number): Promise<void> => {
  await transact(table, [
    updateWrite(table, batchKey(request.caller.account, request.id), {
      UpdateExpression: "SET bx = :now",
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(bx) AND attribute_not_exists(bz)",
      ExpressionAttributeValues: { ":now": numberValue(now) },
    }),
    batchEntryWrite(table, request),
  ]);
};
