import type { Context } from "aws-lambda";
import { accounts } from "../accounts/accounts.ts";
import { config } from "../config.ts";
import type { BatchContract } from "../http/batches/submission.ts";
import { convertReply } from "../http/deliver.ts";
import type { Event, Host, Reply } from "../http/exchange.ts";
import { forHost } from "../http/for-host.ts";
import { logFailure } from "../http/log.ts";
import { batchResources } from "../server/batches/batch-resources.ts";
import { MB } from "../settings/megabyte.ts";
import { type ResourceEvent, resourceHandler } from "./resource-handler.ts";
import { workOnBatches } from "./work-on-batches.ts";

/** Milliseconds of the function's time at which it begins no further turn of a batch. `job-keeper` goes on. */
const WORK_END_MS = 30_000;

/** The contract of an endpoint, with the place of its queue among those of the function. */
export interface QueuedContract extends Omit<BatchContract, "queue"> {
  readonly queue: number;
}

/** Works on batches after a request that may have changed one. */
const workAfter = async ({ event, context }: { readonly event: unknown; readonly context: Context }): Promise<void> => {
  if ((event as ResourceEvent).httpMethod === "GET") return;
  const isOver = () => context.getRemainingTimeInMillis() < WORK_END_MS;
  await workOnBatches({ table: accounts().table, queues: config.jobQueues, isOver }).catch((error: unknown) =>
    logFailure("working on batches", error),
  );
};

/**
 * The handler of the function of batches. It answers a request, and works on the batches of its stage after that. What it does not
 * get to is left to `job-keeper`.
 */
export const batchHandler = (contracts: readonly QueuedContract[]) => {
  const queued = contracts.map(({ queue, ...contract }) => ({ ...contract, queue: config.jobQueues[queue] }));
  // Without queues, as with serverless-offline, nobody would do the jobs.
  const answer = resourceHandler(config.jobQueues.length > 0 ? batchResources(queued, config.outputMb * MB) : []);
  const handle = async (event: Event, context: Context & Host): Promise<Reply> => {
    const reply = await answer(event as ResourceEvent, context);
    // That of a list has passed the same in its endpoint, and is a text.
    await convertReply(reply);
    return reply;
  };
  return forHost(handle, workAfter);
};
