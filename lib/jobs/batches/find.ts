import { QueryCommand } from "@aws-sdk/client-dynamodb";
import { type Item, textIn } from "../../accounts/account.ts";
import type { Table } from "../../accounts/table.ts";
import { readItem, storeError } from "../../accounts/write.ts";
import { type Delivery, findDelivery } from "../delivery.ts";
import { type FoundJob, type ListPage, type PageOptions, withEntries } from "../find.ts";
import { isForgotten, JOB_SORT_PREFIX, jobKey, toJob } from "../job.ts";
import {
  BATCH_JOBS_LIMIT,
  BATCH_SORT_PREFIX,
  type Batch,
  batchKey,
  isBatchForgotten,
  isBatchId,
  jobIdIn,
  toBatch,
} from "./batch.ts";

/** A batch of an account, however old it is; undefined if it has none with this id. Throws if the table cannot be reached. */
export const readBatch = async (table: Table, account: string, id: string): Promise<Batch | undefined> => {
  const item = await readItem(table, batchKey(account, id));
  return item && toBatch(item);
};

/** A batch, after its end with the delivery of its callback. */
export interface FoundBatch extends Batch {
  readonly delivery?: Delivery | undefined;
}

const withDelivery = async (table: Table, batch: Batch): Promise<FoundBatch> => {
  const { caller, id, callback } = batch.request;
  if (callback === undefined || batch.endedAt === undefined) return batch;
  return { ...batch, delivery: await findDelivery(table, caller.account, id) };
};

/** A batch as its account sees it at a moment (ms since 1970); undefined if there is none, or it ended too long ago. */
export const findBatch = async (
  table: Table,
  account: string,
  id: string,
  now: number,
): Promise<FoundBatch | undefined> => {
  const batch = isBatchId(id) ? await readBatch(table, account, id) : undefined;
  return batch === undefined || isBatchForgotten(batch, now) ? undefined : withDelivery(table, batch);
};

/** The batches of an account, newest first. Throws if the table cannot be reached. */
export const listBatches = async (
  table: Table,
  account: string,
  { limit, after }: PageOptions,
  now: number,
): Promise<ListPage<FoundBatch>> => {
  const { db, name } = table;
  const query = new QueryCommand({
    TableName: name,
    KeyConditionExpression: "pk = :p AND begins_with(sk, :b)",
    ExpressionAttributeValues: { ":p": batchKey(account, "").pk, ":b": { S: BATCH_SORT_PREFIX } },
    ScanIndexForward: false,
    Limit: limit,
    ...(after !== undefined && { ExclusiveStartKey: batchKey(account, after) }),
  });
  const { Items = [], LastEvaluatedKey } = await db.send(query).catch((error) => {
    throw storeError(error);
  });
  const current = Items.map(toBatch).filter((batch) => !isBatchForgotten(batch, now));
  const entries = await Promise.all(current.map((batch) => withDelivery(table, batch)));
  return { entries, next: LastEvaluatedKey && textIn(LastEvaluatedKey, "sk").slice(BATCH_SORT_PREFIX.length) };
};

interface BatchJobsOptions extends PageOptions {
  readonly isNewestFirst?: boolean;
}

/** The submitted jobs of a batch in its order. Throws if the table cannot be reached. */
export const batchJobs = async (
  table: Table,
  { caller: { account }, id }: Batch["request"],
  { limit, after, isNewestFirst = false }: BatchJobsOptions,
  now: number,
): Promise<ListPage<FoundJob>> => {
  const sortKeyAt = (index: number) => jobKey(account, jobIdIn(id, index)).sk;
  const query = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: "pk = :p AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":p": jobKey(account, "").pk,
      ":first": sortKeyAt(0),
      ":last": sortKeyAt(BATCH_JOBS_LIMIT),
    },
    ScanIndexForward: !isNewestFirst,
    ConsistentRead: true,
    Limit: limit,
    ...(after !== undefined && { ExclusiveStartKey: jobKey(account, after) as Item }),
  });
  try {
    const { Items = [], LastEvaluatedKey } = await table.db.send(query);
    const jobs = Items.map(toJob).filter((job) => !isForgotten(job, now));
    return {
      entries: await withEntries(table, jobs, now),
      next: LastEvaluatedKey && textIn(LastEvaluatedKey, "sk").slice(JOB_SORT_PREFIX.length),
    };
  } catch (error) {
    throw storeError(error);
  }
};
