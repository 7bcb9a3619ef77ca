import type { Table } from "../accounts/table.ts";
import { type QueueEntry, type QueueName, stateOf, toEntry } from "./entry.ts";
import { createdAtOf } from "./job.ts";
import { queuePages } from "./queue-items.ts";

const JOB_QUEUE: QueueName = "QUEUE";

/** The entries of all jobs that have not ended, page by page. Throws if the table cannot be reached. */
export async function* openEntries(table: Table): AsyncGenerator<QueueEntry[]> {
  for await (const items of queuePages(table, JOB_QUEUE)) yield items.map(toEntry);
}

/** The numbers of jobs that wait and that run, and the age in milliseconds of the oldest one that waits. */
export interface OpenJobs {
  readonly queued: number;
  readonly running: number;
  readonly oldestMs: number;
}

/** Counts the jobs that have not ended at a moment (ms since 1970). Throws if the table cannot be reached. */
export const countOpenJobs = async (table: Table, now: number): Promise<OpenJobs> => {
  let [queued, running, oldestMs] = [0, 0, 0];
  for await (const entries of openEntries(table))
    for (const entry of entries) {
      if (stateOf(entry, now) === "running") running++;
      else {
        queued++;
        oldestMs = Math.max(oldestMs, now - createdAtOf(entry.id));
      }
    }
  return { queued, running, oldestMs };
};
