import type { Table } from "../accounts/table.ts";
import { readItem } from "../accounts/write.ts";
import type { Refusal } from "../errors/service-error.ts";
import { logFailure } from "../http/log.ts";
import { wakeCallbackSender } from "../jobs/callback-waker.ts";
import { endJob } from "../jobs/end.ts";
import { type JobName, readEntry, stateOf } from "../jobs/entry.ts";
import { jobKey, toJob } from "../jobs/job.ts";
import { removeJobBody } from "../stored-bodies/job-bodies.ts";

/**
 * Ends a job that nobody works on: its credits are returned. Returns whether it was done; not for a job that has ended, or that
 * somebody has. Throws if the table cannot be reached.
 */
export const failJob = async (table: Table, { account, id }: JobName, error: Refusal): Promise<boolean> => {
  const now = Date.now();
  const entry = await readEntry(table, account, id);
  if (entry === undefined || stateOf(entry, now) === "running") return false;
  const item = await readItem(table, jobKey(account, id));
  if (item === undefined) return false;
  const { request } = toJob(item);
  const { attempts, startedAt } = entry;
  const isDone = await endJob(table, request, { state: "failed", at: now, startedAt, attempts, error }, undefined);
  if (!isDone) return false;
  if (request.callback !== undefined) await wakeCallbackSender();
  await removeJobBody(account, request.body, false).catch((cause) =>
    logFailure("removing the body of a job", cause, id),
  );
  return true;
};
