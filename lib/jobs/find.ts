import { BatchGetItemCommand, QueryCommand } from "@aws-sdk/client-dynamodb";
import { type Item, textIn } from "../accounts/account.ts";
import type { Table } from "../accounts/table.ts";
import { readItem, storeError } from "../accounts/write.ts";
import { type Delivery, deliveryKey, findDelivery, toDelivery } from "./delivery.ts";
import { entryKey, type QueueEntry, stateOf, toEntry } from "./entry.ts";
import { isForgotten, isJobId, JOB_SORT_PREFIX, type Job, type JobState, jobKey, toJob } from "./job.ts";

/** A job with its entry in the queue, as long as it has not ended, and the delivery of its callback after that. */
export interface FoundJob extends Job {
  readonly state: JobState;
  readonly entry: QueueEntry | undefined;
  readonly delivery?: Delivery | undefined;
}

/** Jobs of a page at most: DynamoDB reads no more items at once. */
export const PAGE_LIMIT = 100;

/** Reads of the table for one page, because jobs in other states than the requested one are passed over. */
const PAGE_READS_LIMIT = 10;

const found = (job: Job, entry: QueueEntry | undefined, now: number): FoundJob => ({
  ...job,
  entry,
  state: job.end?.state ?? stateOf(entry, now),
});

const foundAfterEnd = async (table: Table, job: Job, now: number): Promise<FoundJob> => {
  const { caller, id, callback } = job.request;
  return { ...found(job, undefined, now), delivery: callback && (await findDelivery(table, caller.account, id)) };
};

/** A job of an account at a moment (ms since 1970); undefined if it has no such job. Throws if the table cannot be reached. */
export const findJob = async (
  table: Table,
  account: string,
  id: string,
  now: number,
): Promise<FoundJob | undefined> => {
  if (!isJobId(id)) return undefined;
  const item = await readItem(table, jobKey(account, id));
  if (item === undefined) return undefined;
  const job = toJob(item);
  if (isForgotten(job, now)) return undefined;
  if (job.end !== undefined) return foundAfterEnd(table, job, now);
  const entry = await readItem(table, entryKey(account, id));
  if (entry !== undefined) return found(job, toEntry(entry), now);
  // It has ended in the meantime.
  const ended = await readItem(table, jobKey(account, id));
  return ended && foundAfterEnd(table, toJob(ended), now);
};

/** The key of the item that is reported with a job: its queue entry before its end, its delivery after that. */
const besideKeys = ({ request: { caller, id, callback }, end }: Job): Item[] => {
  if (end === undefined) return [entryKey(caller.account, id)];
  return callback === undefined ? [] : [deliveryKey(caller.account, id)];
};

/** Jobs with their entries in the queue, at a moment (ms since 1970). Rejects as the SDK does. */
export const withEntries = async ({ db, name }: Table, jobs: readonly Job[], now: number): Promise<FoundJob[]> => {
  const entries = new Map<string, QueueEntry>();
  const deliveries = new Map<string, Delivery>();
  let keys: Item[] = jobs.flatMap(besideKeys);
  for (let reads = 0; keys.length > 0 && reads < PAGE_READS_LIMIT; reads++) {
    const read = new BatchGetItemCommand({ RequestItems: { [name]: { Keys: keys, ConsistentRead: true } } });
    const { Responses = {}, UnprocessedKeys = {} } = await db.send(read);
    for (const item of Responses[name] ?? []) {
      if (item["s"] === undefined) entries.set(toEntry(item).id, toEntry(item));
      else deliveries.set(toDelivery(item).request.id, toDelivery(item));
    }
    keys = UnprocessedKeys[name]?.Keys ?? [];
  }
  return jobs.map((job) => ({
    ...found(job, entries.get(job.request.id), now),
    delivery: deliveries.get(job.request.id),
  }));
};

/** The most entries of a page, and the last id of the page before. */
export interface PageOptions {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** A page of a list, and where the next one begins; undefined on the last one. */
export interface ListPage<Entry> {
  readonly entries: readonly Entry[];
  readonly next: string | undefined;
}

interface JobPageOptions extends PageOptions {
  readonly state?: JobState | undefined;
}

/**
 * The jobs of an account, newest first. A page may have fewer jobs than its limit, or none, although others follow. Throws if the
 * table cannot be reached.
 */
export const listJobs = async (
  table: Table,
  account: string,
  { limit, state, after }: JobPageOptions,
  now: number,
): Promise<ListPage<FoundJob>> => {
  const jobs: FoundJob[] = [];
  let start: Item | undefined = after === undefined ? undefined : jobKey(account, after);
  try {
    for (let reads = 0; reads < PAGE_READS_LIMIT; reads++) {
      const query = new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: "pk = :p AND begins_with(sk, :j)",
        ExpressionAttributeValues: { ":p": jobKey(account, "").pk, ":j": { S: JOB_SORT_PREFIX } },
        ScanIndexForward: false,
        Limit: Math.min(limit, PAGE_LIMIT),
        ...(start && { ExclusiveStartKey: start }),
      });
      const { Items = [], LastEvaluatedKey } = await table.db.send(query);
      const current = Items.map(toJob).filter((job) => !isForgotten(job, now));
      for (const job of await withEntries(table, current, now)) {
        if (state !== undefined && job.state !== state) continue;
        jobs.push(job);
        if (jobs.length === limit)
          return { entries: jobs, next: LastEvaluatedKey || job !== current.at(-1) ? job.request.id : undefined };
      }
      if (LastEvaluatedKey === undefined) return { entries: jobs, next: undefined };
      start = LastEvaluatedKey;
    }
  } catch (error) {
    throw storeError(error);
  }
  return { entries: jobs, next: start && textIn(start, "sk").slice(JOB_SORT_PREFIX.length) };
};
