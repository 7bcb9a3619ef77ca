import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { accounts } from "../accounts/accounts.ts";
import { config } from "../config.ts";
import type { Refusal } from "../errors/service-error.ts";
import { logEvent, logFailure, logMeasures } from "../http/log.ts";
import { readMessage } from "../jobs/messages.ts";
import { failJob } from "./fail-job.ts";
import { type Swept, sweepJobs } from "./sweep.ts";
import { workOnBatches } from "./work-on-batches.ts";

/** Milliseconds of the function's time at which it ends a sweep, and begins no turn of a batch. The next call goes on. */
const SWEEP_END_MS = 10_000;

const neverBegun: Refusal = {
  code: "SERVICE_UNAVAILABLE",
  reason: "service-busy",
  message: "The service could not begin the job, although it has tried many times.",
};

/** Ends the jobs of messages that were delivered too often. SQS keeps those that cannot be ended now. */
const endDeadJobs = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of Records) {
    const name = readMessage(body);
    try {
      const isEnded = name !== undefined && (await failJob(accounts().table, name, neverBegun));
      logEvent("error", "a message was delivered too often", { id: name?.id, ended: Number(isEnded) });
    } catch (error) {
      logFailure("ending a job", error, name?.id);
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
};

/**
 * The handler of the function that looks after jobs: by a schedule it sweeps them, and goes on with batches which the function of
 * batches has left; and it gets messages that were delivered too often.
 */
export const keepJobs = async (
  event: SQSEvent | { readonly source?: string },
  clock: Pick<Context, "getRemainingTimeInMillis">,
): Promise<SQSBatchResponse | Swept> => {
  if ("Records" in event) return endDeadJobs(event);
  const isOver = () => clock.getRemainingTimeInMillis() < SWEEP_END_MS;
  const now = Date.now();
  const swept = await sweepJobs({ table: accounts().table, queues: config.jobQueues, now, isOver });
  logMeasures("jobs", { ...swept }, now);
  await workOnBatches({ table: accounts().table, queues: config.jobQueues, isOver });
  return swept;
};
