import { setTimeout as sleep } from "node:timers/promises";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { accounts } from "../accounts/accounts.ts";
import { config } from "../config.ts";
import { logFailure } from "../http/log.ts";
import { JOB_LEASE_MS, type JobName, noteMessage, type TakenJob } from "../jobs/entry.ts";
import { hideMessage, readMessage } from "../jobs/messages.ts";
import { JobQueue } from "../jobs/queue.ts";
import { takeJob } from "../jobs/take-job.ts";
import { callerHungUp } from "../server/body.ts";
import { doJob, type JobPlace } from "../server/jobs/do-job.ts";
import type { EndpointCall } from "../server/jobs/run-job.ts";

/** Time of a call that is kept for fetching the body of a job, for storing its result, and for writing its end. */
const AROUND_WORK_MS = 100_000;

/** A call with less time left than this begins no job. */
const JOB_LEAST_MS = AROUND_WORK_MS + 60_000;

/** Time between two attempts to reach a table that does not answer. */
const TABLE_RETRY_INTERVAL_MS = 5000;

/** A call with less time left than this does not try again to reach the table. */
const TABLE_RETRY_LEAST_MS = 15_000;

/** The time after which an unfinished message comes again at first. Each further time is twice as long. */
const MESSAGE_FIRST_DELAY_MS = 5000;
const MESSAGE_LONGEST_DELAY_MS = 900_000;

/** The part of Lambda's context that says how much time the call has left. */
type Clock = Pick<Context, "getRemainingTimeInMillis">;

/** An endpoint as its function exports it. */
interface JobEndpoint {
  readonly inProcess: EndpointCall;
  readonly contract: { readonly path: string };
}

/** Returns a function that repeats reads and writes of the table until it answers, or the time of the call is nearly over. */
const untilAnsweredWithin =
  (clock: Clock): JobPlace["untilAnswered"] =>
  async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (clock.getRemainingTimeInMillis() < TABLE_RETRY_LEAST_MS) throw error;
        await sleep(TABLE_RETRY_INTERVAL_MS);
      }
    }
  };

/** Does a job that was taken, and extends its lease meanwhile. Returns what `doJob` returns. */
const keepAndDo = async (place: JobPlace, taken: TakenJob, limitMs: number): Promise<number | undefined> => {
  const controller = new AbortController();
  const extend = async () => {
    const isOurs = await place.queue.extend(taken).catch(() => true);
    if (!isOurs) controller.abort(callerHungUp());
  };
  const heartbeat = setInterval(extend, JOB_LEASE_MS / 3);
  try {
    return await doJob(place, taken, controller.signal, limitMs);
  } finally {
    clearInterval(heartbeat);
  }
};

/** Does the job of a message. Returns the milliseconds after which the message has to come again; undefined if it need not. */
const doMessage = async (endpoints: JobPlace["endpoints"], job: JobName, clock: Clock): Promise<number | undefined> => {
  if (clock.getRemainingTimeInMillis() < JOB_LEAST_MS) return 0;
  const { table } = accounts();
  const take = await takeJob(table, job, Date.now());
  // The message was delivered twice, and the other call does the job. If that call dies, the sweep sends a new message.
  if (take === "not-ours") return undefined;
  if ("from" in take) return take.from - Date.now();
  const place = { endpoints, table, queue: new JobQueue(table), untilAnswered: untilAnsweredWithin(clock) };
  return keepAndDo(place, take.taken, clock.getRemainingTimeInMillis() - AROUND_WORK_MS);
};

/** The shortest delay (ms) before a message comes again, by how often it has come. */
const leastDelay = ({ attributes }: SQSRecord): number =>
  Math.min(
    MESSAGE_LONGEST_DELAY_MS,
    MESSAGE_FIRST_DELAY_MS * 2 ** (Math.max(1, Number(attributes.ApproximateReceiveCount)) - 1),
  );

/** Lets SQS deliver a message again after a delay. If SQS does not answer, it does so after the queue's visibility timeout. */
const returnMessage = async ({ receiptHandle }: SQSRecord, job: JobName, delayMs: number): Promise<void> => {
  const [queue] = config.jobQueues;
  if (queue === undefined) throw new Error("PLATEN_JOB_QUEUES is not set");
  // The time is noted too, so that the sweep does not take a hidden message for lost.
  const steps = [hideMessage(queue, receiptHandle, delayMs), noteMessage(accounts().table, job, Date.now() + delayMs)];
  for (const step of await Promise.allSettled(steps))
    if (step.status === "rejected") logFailure("returning a message", step.reason, job.id);
};

/**
 * The handler of a function that does the jobs of these endpoints. SQS delivers the messages of the jobs; the response names those
 * that have to come again (partial batch response). `operations` are the paths of the endpoints.
 */
export const queueWorker = (jobEndpoints: readonly JobEndpoint[]) => {
  const endpoints = new Map(jobEndpoints.map(({ inProcess, contract }) => [contract.path, inProcess]));
  const work = async ({ Records }: SQSEvent, clock: Clock): Promise<SQSBatchResponse> => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of Records) {
      const job = readMessage(record.body);
      if (job === undefined) {
        logFailure("reading a message", new Error("It is not the message of a job."), record.messageId);
        continue;
      }
      const delayMs = await doMessage(endpoints, job, clock).catch((error: unknown) => {
        logFailure("a job", error, job.id);
        return 0;
      });
      if (delayMs === undefined) continue;
      await returnMessage(record, job, Math.max(delayMs, leastDelay(record)));
      batchItemFailures.push({ itemIdentifier: record.messageId });
    }
    return { batchItemFailures };
  };
  return Object.assign(work, { operations: [...endpoints.keys()] });
};
