import { messageOf, sendMessage } from "../jobs/messages.ts";
import type { JobTaker } from "../jobs/taker.ts";
import { logFailure } from "./log.ts";

/** Who takes the jobs of a queue of SQS: functions that get its messages. A message that is not sent is sent later by the sweep. */
export const queueTaker = (queue: string): JobTaker => ({
  queue,
  wake: (job) =>
    job && sendMessage(queue, messageOf(job)).catch((error) => logFailure("sending a job's message", error, job.id)),
  // Its runner finds within seconds that it has lost the job.
  drop: () => undefined,
  // The function of batches works on them when it has answered.
  wakeBatches: () => undefined,
});
