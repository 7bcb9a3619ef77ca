import { QueryCommand } from "@aws-sdk/client-dynamodb";
import type { Item } from "../accounts/account.ts";
import type { Table } from "../accounts/table.ts";
import { storeError } from "../accounts/write.ts";
import { entryKey, type QueueEntry, stateOf, toEntry } from "./entry.ts";
import { createdAtOf } from "./job.ts";

/** The entries of all jobs that have not ended, page by page. Throws if the table cannot be reached. */
export async function* openEntries({ db, name }: Table): AsyncGenerator<QueueEntry[]> {
  let start: Item | undefined;
  do {
    const query = new QueryCommand({
      TableName: name,
      KeyConditionExpression: "pk = :q",
      ExpressionAttributeValues: { ":q": entryKey("", "").pk },
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await db.send(query).catch((error: unknown) => {
      throw storeError(error);
    });
    yield Items.map(toEntry);
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** How many jobs wait and are in work, and for how many milliseconds the oldest one waits. */
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
