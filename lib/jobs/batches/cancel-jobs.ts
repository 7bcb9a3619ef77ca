import { accountKey } from "../../accounts/account.ts";
import { numberValue } from "../../accounts/expressions.ts";
import type { Table } from "../../accounts/table.ts";
import { readItem } from "../../accounts/write.ts";
import { ending } from "../end.ts";
import type { FoundJob } from "../find.ts";
import { transact, updating } from "../transact.ts";
import type { Batch } from "./batch.ts";
import { countingEnds } from "./count-ends.ts";
import { readBatch } from "./find.ts";

/** Jobs that are cancelled in one transaction, which may have 100 writes: two for each, one on the account, and four on the batch. */
export const CANCELLED_AT_ONCE = 47;

/** Attempts at cancelling jobs of which others end meanwhile. Each attempt leaves out those that have ended. */
const CANCEL_ATTEMPTS = 8;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** The write that returns the credits of jobs to their account. */
const returning = (table: Table, account: string, jobs: readonly FoundJob[]) =>
  updating(table, accountKey(account), {
    UpdateExpression: "SET bal = bal + :c, jn = jn - :jobs, jc = jc - :c, jb = jb - :bytes",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: {
      ":c": numberValue(sum(jobs.map(({ request }) => request.credits))),
      ":jobs": numberValue(jobs.length),
      ":bytes": numberValue(sum(jobs.map(({ request }) => request.body.bytes))),
    },
  });

/**
 * Cancels open jobs of a batch, at most `CANCELLED_AT_ONCE`, all in one transaction. Returns those that were cancelled; others
 * have ended meanwhile. Throws if the table cannot be reached.
 */
export const cancelJobs = async (
  table: Table,
  { request: { caller, id } }: Batch,
  found: readonly FoundJob[],
  now: number,
): Promise<readonly FoundJob[]> => {
  let jobs = found;
  for (let attempt = 0; attempt < CANCEL_ATTEMPTS && jobs.length > 0; attempt++) {
    const batch = await readBatch(table, caller.account, id);
    if (batch === undefined) return [];
    const reserved = sum(jobs.map(({ request }) => request.credits));
    const own = jobs.flatMap(({ request, entry }) => {
      const { attempts = 0, startedAt } = entry ?? {};
      return ending(table, request, { state: "cancelled", at: now, startedAt, attempts }, undefined);
    });
    const hasAccount = (await readItem(table, accountKey(caller.account))) !== undefined;
    const outcome = await transact(table, [
      ...own,
      ...(hasAccount ? [returning(table, caller.account, jobs)] : []),
      ...countingEnds(table, batch, { state: "cancelled", at: now, jobs: jobs.length, reserved, used: 0 }),
    ]);
    if (outcome.isDone) return jobs;
    const { failed } = outcome;
    jobs = jobs.filter((_, at) => !failed.has(2 * at) && !failed.has(2 * at + 1));
  }
  return [];
};
