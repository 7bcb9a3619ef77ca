import type { Table } from "../accounts/table.ts";
import { claimEntry, type JobName, readEntry, type TakenJob } from "./entry.ts";

/** Reads of an entry that others change at the same time. */
const READS_LIMIT = 5;

/** How an attempt to take a job ended. */
export type Take =
  | { readonly taken: TakenJob }
  /** Somebody else does it, or it has ended. */
  | "not-ours"
  /** Nobody may begin it before a moment (ms since 1970). */
  | { readonly from: number };

/** Takes the job with this id at a moment (ms since 1970). Throws if the table cannot be reached. */
export const takeJob = async (table: Table, { account, id }: JobName, now: number): Promise<Take> => {
  for (let reads = 0; reads < READS_LIMIT; reads++) {
    const entry = await readEntry(table, account, id);
    if (entry === undefined) return "not-ours";
    if (entry.until > now) return entry.runner === undefined ? { from: entry.until } : "not-ours";
    const taken = await claimEntry(table, entry, now);
    if (taken !== undefined) return { taken };
  }
  return "not-ours";
};
