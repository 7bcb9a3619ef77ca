import { messageOf, sendMessage } from "../jobs/messages.ts";
import type { JobTaker } from "../jobs/taker.ts";
import { logFailure } from "./log.ts";

/** Sends the messages of jobs to a queue of SQS. The functions of the queue take the jobs. The sweep sends lost messages later. */
export const queueTaker = (queue: string): JobTaker => ({
  queue,
  wake: (job) =>
    job && sendMessage(queue, messageOf(job)).catch((error) => logFailure("sending a job's message", error, job.id)),
  // Its runner finds within seconds that it has lost the job.
  drop: () => undefined,
  // The function of batches works on them when it has answered.
  wakeBatches: () => undefined,
});
