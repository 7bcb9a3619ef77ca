import { sendWakeMessage } from "../jobs/messages.ts";
import { logFailure } from "./log.ts";

/**
 * Wakes the function that gets the messages of a queue of SQS and sends callbacks. If a message is not sent, the function finds at
 * its next call by the schedule what is due.
 */
export const queueWaker = (queue: string) => (): Promise<void> =>
  sendWakeMessage(queue).catch((error: unknown) => logFailure("waking the sender of callbacks", error));
