import type { Table } from "../accounts/table.ts";
import { claim, type JobName, readEntry, type TakenJob } from "./entry.ts";

/** Looks at an entry that others change at the same time. */
const LOOKS_LIMIT = 5;

/** What came of an attempt to take a job. */
export type Take =
  | { readonly taken: TakenJob }
  /** Somebody else does it, or it has ended. */
  | "not-ours"
  /** Nobody may begin it before a moment (ms since 1970). */
  | { readonly from: number };

/** Takes a certain job at a moment (ms since 1970). Throws if the table cannot be reached. */
export const takeJob = async (table: Table, { account, id }: JobName, now: number): Promise<Take> => {
  for (let look = 0; look < LOOKS_LIMIT; look++) {
    const entry = await readEntry(table, account, id);
    if (entry === undefined) return "not-ours";
    if (entry.until > now) return entry.runner === undefined ? { from: entry.until } : "not-ours";
    const taken = await claim(table, entry, now);
    if (taken !== undefined) return { taken };
  }
  return "not-ours";
};
