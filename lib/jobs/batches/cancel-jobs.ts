import type { Table } from "../../accounts/table.ts";
import { endWrites } from "../end.ts";
import type { FoundJob } from "../find.ts";
import { transact } from "../transact.ts";
import type { Batch } from "./batch.ts";
import { countEndsWrites, refundWrites } from "./count-ends.ts";
import { readBatch } from "./find.ts";

/** Jobs that are cancelled in one transaction, which may have 100 writes: two for each, one on the account, and four on the batch. */
export const CANCELLED_AT_ONCE = 47;

/** Attempts at cancelling jobs of which others end meanwhile. Each attempt leaves out those that have ended. */
const CANCEL_ATTEMPTS = 8;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * Cancels open jobs of a batch, at most `CANCELLED_AT_ONCE`, in one transaction. Returns the jobs that were cancelled; the others
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
      return endWrites(table, request, { state: "cancelled", at: now, startedAt, attempts }, undefined);
    });
    const bytes = sum(jobs.map(({ request }) => request.body.bytes));
    const refund = await refundWrites(table, caller.account, { count: jobs.length, bytes, credits: reserved });
    const outcome = await transact(table, [
      ...own,
      ...refund,
      ...countEndsWrites(table, batch, { state: "cancelled", at: now, jobs: jobs.length, reserved, used: 0 }),
    ]);
    if (outcome.isDone) return jobs;
    const { failed } = outcome;
    jobs = jobs.filter((_, at) => !failed.has(2 * at) && !failed.has(2 * at + 1));
  }
  return [];
};
