import type { Table } from "../../accounts/table.ts";
import { type Submission, type SubmitOptions, submitOnce } from "../submit.ts";
import { type BatchRequest, batchKey, newBatchItem } from "./batch.ts";
import { batchEntryWrite } from "./count-ends.ts";

/** Submits a batch. Its jobs are submitted later, part by part. Throws as `submitOnce` does. */
export const submitBatch = (
  table: Table,
  request: BatchRequest,
  options: SubmitOptions,
  now: number,
): Promise<Submission> => {
  const { caller, id, count, bytes, credits } = request;
  const jobs = { count, bytes, credits };
  const key = batchKey(caller.account, id);
  const submitted = { caller, id, jobs, key, item: newBatchItem(request), queueing: batchEntryWrite(table, request) };
  return submitOnce(table, submitted, options, now);
};
