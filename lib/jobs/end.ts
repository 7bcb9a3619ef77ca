import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import { accountKey, toAccount } from "../accounts/account.ts";
import { numberValue } from "../accounts/expressions.ts";
import type { Table } from "../accounts/table.ts";
import { pastCounters, utcDay } from "../accounts/usage.ts";
import { countingUsage } from "../accounts/usage-expressions.ts";
import { pastSlots } from "../accounts/windows/slots.ts";
import { readItem, storeError, type Write } from "../accounts/write.ts";
import { countEndsWrites } from "./batches/count-ends.ts";
import { readBatch } from "./batches/find.ts";
import { deliveryWrites } from "./delivery.ts";
import { entryKey, type TakenJob } from "./entry.ts";
import { type FoundJob, findJob } from "./find.ts";
import { type JobEnd, type JobRequest, jobKey, removalSecond, toJob } from "./job.ts";
import { transact, updateWrite } from "./transact.ts";

/** The write on the account: a success uses its credits, any other end returns them. */
const accountUpdate = async (table: Table, request: JobRequest, { state, at, credits: cost }: JobEnd) => {
  const { caller, operation, createdAt, credits, body } = request;
  const used = state === "succeeded" ? (cost ?? credits) : 0;
  const returned = credits - used;
  const item = await readItem(table, accountKey(caller.account));
  if (item === undefined) return undefined;
  const write: Write = {
    UpdateExpression: `SET ${[
      ...(used > 0 ? ["used = used + :used"] : []),
      ...(returned > 0 ? ["bal = bal + :returned"] : []),
      "jn = jn - :unit, jc = jc - :c, jb = jb - :bytes",
    ].join()}`,
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: {
      ":c": numberValue(credits),
      ...(used > 0 && { ":used": numberValue(used) }),
      ...(returned > 0 && { ":returned": numberValue(returned) }),
      ":unit": numberValue(1),
      ":bytes": numberValue(body.bytes),
    },
  };
  if (used === 0) return write;
  const account = toAccount(item);
  const day = utcDay(createdAt);
  return countingUsage(write, {
    caller,
    requestId: request.id,
    operation,
    day,
    credits: used,
    expires: at,
    pastCounters: pastCounters(account.usage, day),
    pastSlots: pastSlots(account, at),
  });
};

/** The writes that count the end of a job in its batch, if it is part of one. */
const batchWrites = async (table: Table, { caller, batch, credits }: JobRequest, end: JobEnd) => {
  const found = batch && (await readBatch(table, caller.account, batch.id));
  if (found === undefined) return [];
  const { state, at } = end;
  const used = state === "succeeded" ? (end.credits ?? credits) : 0;
  return countEndsWrites(table, found, { state, at, jobs: 1, reserved: credits, used });
};

/** The two writes on a job that ends, and on its entry in the queue. */
export const endWrites = (table: Table, { caller, id }: JobRequest, end: JobEnd, runner: string | undefined) => {
  const by = runner ?? end.state;
  return [
    updateWrite(table, jobKey(caller.account, id), {
      UpdateExpression: "SET e = :e, o = :o, #ttl = :ttl",
      ConditionExpression: "attribute_exists(pk) AND attribute_not_exists(e)",
      ExpressionAttributeNames: { "#ttl": "ttl" },
      ExpressionAttributeValues: {
        ":e": { S: JSON.stringify(end) },
        ":o": { S: by },
        ":ttl": numberValue(removalSecond(end)),
      },
    }),
    {
      Delete: {
        TableName: table.name,
        Key: entryKey(caller.account, id),
        ...(runner === undefined
          ? { ConditionExpression: "attribute_exists(pk)" }
          : { ConditionExpression: "r = :r", ExpressionAttributeValues: { ":r": { S: runner } } }),
      },
    },
  ] satisfies TransactWriteItem[];
};

/** Attempts at ending a job of a batch, of which other jobs end at the same time. */
const END_ATTEMPTS = 20;

/**
 * Ends a job in one transaction: its credits are used or returned, its end is reported, also to its batch, its callback waits to
 * be sent, and it leaves the queue; or none of this happens. Without `runner`, the job is ended whoever runs it. Returns false if
 * it has ended already, or another runner has it. Throws if the table cannot be reached; then it may be called again.
 */
export const endJob = async (
  table: Table,
  request: JobRequest,
  end: JobEnd,
  runner: TakenJob["runner"] | undefined,
): Promise<boolean> => {
  const { caller, id } = request;
  for (let attempt = 1; ; attempt++) {
    const account = await accountUpdate(table, request, end);
    const own = [
      ...endWrites(table, request, end, runner),
      ...(account ? [updateWrite(table, accountKey(caller.account), account)] : []),
      ...deliveryWrites(table, "job", request, end.at),
    ];
    const outcome = await transact(table, [...own, ...(await batchWrites(table, request, end))]);
    if (outcome.isDone) return true;
    const isOnlyBatch = [...outcome.failed.keys()].every((write) => write >= own.length);
    if (!isOnlyBatch) break;
    if (attempt === END_ATTEMPTS) throw storeError(new Error("The jobs of a batch end too fast."));
  }
  // The answer to the first attempt may have been lost.
  const item = await readItem(table, jobKey(caller.account, id));
  return runner !== undefined && item !== undefined && toJob(item).endedBy === runner;
};

/**
 * Cancels a job of an account if it has not ended, and returns it as it is then; undefined if there is no such job. A runner that
 * has the job finds at its next write that it has lost it. Throws if the table cannot be reached.
 */
export const cancelJob = async (
  table: Table,
  account: string,
  id: string,
  now: number,
): Promise<FoundJob | undefined> => {
  const job = await findJob(table, account, id, now);
  if (job === undefined || job.end !== undefined) return job;
  const { attempts = 0, startedAt } = job.entry ?? {};
  const end: JobEnd = { state: "cancelled", at: now, startedAt, attempts };
  await endJob(table, job.request, end, undefined);
  return findJob(table, account, id, now);
};

/** Notes that the result of a job is removed. Returns true for one call only, so that the result is removed once. */
export const forgetResult = async (table: Table, { request, end }: FoundJob): Promise<boolean> => {
  if (end?.result === undefined) return false;
  const { result: _, ...rest } = end;
  const { isDone } = await transact(table, [
    updateWrite(table, jobKey(request.caller.account, request.id), {
      UpdateExpression: "SET e = :e",
      ConditionExpression: "e = :was",
      ExpressionAttributeValues: { ":e": { S: JSON.stringify(rest) }, ":was": { S: JSON.stringify(end) } },
    }),
  ]);
  return isDone;
};
