import { accountKey, toAccount } from "../../accounts/account.ts";
import * as keys from "../../accounts/idempotency-key.ts";
import type { KeyUse } from "../../accounts/metered-request.ts";
import { tierOf } from "../../accounts/rate-window.ts";
import type { Table } from "../../accounts/table.ts";
import { readItem } from "../../accounts/write.ts";
import type { Plan } from "../../settings/plan.ts";
import { afterReservation, openJobsRefusal, reserving, type Submission } from "../submit.ts";
import { transact, updating } from "../transact.ts";
import { type BatchRequest, batchKey, newBatchItem } from "./batch.ts";
import { queueing } from "./count-ends.ts";

interface SubmitOptions {
  readonly plan: Plan;
  readonly keyUse?: KeyUse | undefined;
  /** The id of the batch that the key has named so far. */
  readonly replaced?: string | undefined;
}

/** What is read and written for a batch, in the order of its transaction. */
const WRITES = { account: 0, batch: 1, key: 3 };

/**
 * Submits a batch in one transaction: one request is counted, the credits of all jobs are reserved, and the batch is in its
 * queue; or nothing of it. Its jobs are submitted later. Throws if the table cannot be reached and does not tell later whether
 * it was done.
 */
export const submitBatch = async (
  table: Table,
  request: BatchRequest,
  { plan, keyUse, replaced }: SubmitOptions,
  now: number,
): Promise<Submission> => {
  const { caller, id, count, bytes, credits } = request;
  const jobs = { count, bytes, credits };
  const item = await readItem(table, accountKey(caller.account));
  const account = item && toAccount(item);
  if (account === undefined || openJobsRefusal(account, plan, jobs)) return { outcome: "refused", account };
  const key = keyUse && keys.recordKey(caller.account, keyUse.keyHash);
  const writes = [
    updating(table, accountKey(caller.account), reserving({ caller, jobs }, tierOf(account), plan, now)),
    {
      Put: { TableName: table.name, Item: newBatchItem(request), ConditionExpression: "attribute_not_exists(pk)" },
    },
    queueing(table, request),
    ...(key && keyUse ? [updating(table, key, keys.claimForJob(keyUse, id, replaced, now))] : []),
  ];
  const outcome = await transact(table, writes).catch(async (error: unknown) => {
    // An answer that got lost: the batch tells whether the transaction was done.
    if ((await readItem(table, batchKey(caller.account, id))) === undefined) throw error;
    return { isDone: true } as const;
  });
  // The SDK repeats a transaction whose answer was lost: then the batch is there already.
  if (outcome.isDone || outcome.failed.has(WRITES.batch))
    return { outcome: "submitted", account: afterReservation(account, jobs) };
  if (outcome.failed.has(WRITES.key)) return { outcome: "key-taken", account };
  const found = outcome.failed.get(WRITES.account);
  return { outcome: "refused", account: found ? toAccount(found) : account };
};
