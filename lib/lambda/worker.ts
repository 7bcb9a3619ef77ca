import { setTimeout as sleep } from "node:timers/promises";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { accounts } from "../accounts/accounts.ts";
import { config } from "../config.ts";
import { logFailure } from "../http/log.ts";
import { type JobName, LEASE_MS, noteMessage, type TakenJob } from "../jobs/entry.ts";
import { hideMessage, readMessage } from "../jobs/messages.ts";
import { JobQueue } from "../jobs/queue.ts";
import { takeJob } from "../jobs/take-job.ts";
import { callerHungUp } from "../server/body.ts";
import { doJob, type JobPlace } from "../server/jobs/do-job.ts";
import type { EndpointCall } from "../server/jobs/run-job.ts";

/** Milliseconds of a function's time that are kept for fetching the body of a job, for storing its result, and for its end. */
const RESERVED_MS = 100_000;

/** A function with less time than this begins no job. */
const LEAST_MS = RESERVED_MS + 60_000;

/** Milliseconds between two attempts to tell a table that does not answer, and those that have to be left for another one. */
const TELL_INTERVAL_MS = 5000;
const TELL_LEAST_MS = 15_000;

/** Milliseconds after which a message comes again that could not be dealt with, by how often it came; and the most of them. */
const FIRST_DELAY_MS = 5000;
const LAST_DELAY_MS = 900_000;

/** What Lambda tells a function of the time that it has left. */
type Clock = Pick<Context, "getRemainingTimeInMillis">;

/** An endpoint as its function exports it. */
interface JobEndpoint {
  readonly inProcess: EndpointCall;
  readonly contract: { readonly path: string };
}

/** Asks or tells the table something, until it answers or the time is over. */
const tellingWithin =
  (clock: Clock): JobPlace["told"] =>
  async (work) => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (clock.getRemainingTimeInMillis() < TELL_LEAST_MS) throw error;
        await sleep(TELL_INTERVAL_MS);
      }
    }
  };

/** Does a job that was taken and prolongs its lease meanwhile. Returns what `doJob` returns. */
const keepAndDo = async (place: JobPlace, taken: TakenJob, limitMs: number): Promise<number | undefined> => {
  const controller = new AbortController();
  const extend = async () => {
    const isOurs = await place.queue.extend(taken).catch(() => true);
    if (!isOurs) controller.abort(callerHungUp());
  };
  const heartbeat = setInterval(extend, LEASE_MS / 3);
  try {
    return await doJob(place, taken, controller.signal, limitMs);
  } finally {
    clearInterval(heartbeat);
  }
};

/** Deals with the message of a job. Returns the milliseconds after which it has to come again; undefined if it is done with. */
const deal = async (endpoints: JobPlace["endpoints"], job: JobName, clock: Clock): Promise<number | undefined> => {
  if (clock.getRemainingTimeInMillis() < LEAST_MS) return 0;
  const { table } = accounts();
  const take = await takeJob(table, job, Date.now());
  // Two deliveries of one message: the other one works. If it dies, the sweep sends a new message.
  if (take === "not-ours") return undefined;
  if ("from" in take) return take.from - Date.now();
  const place = { endpoints, table, queue: new JobQueue(table), told: tellingWithin(clock) };
  return keepAndDo(place, take.taken, clock.getRemainingTimeInMillis() - RESERVED_MS);
};

/** Milliseconds after which a message comes again at the earliest that has come as often as a record says. */
const leastDelay = ({ attributes }: SQSRecord): number =>
  Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** (Math.max(1, Number(attributes.ApproximateReceiveCount)) - 1));

/** Lets SQS deliver a message again after a while. If SQS does not answer, it comes again after the time that its queue has. */
const returnMessage = async ({ receiptHandle }: SQSRecord, job: JobName, delayMs: number): Promise<void> => {
  const [queue] = config.jobQueues;
  if (queue === undefined) throw new Error("PLATEN_JOB_QUEUES is not set");
  // The sweep does not take a message for lost that is only hidden.
  const steps = [hideMessage(queue, receiptHandle, delayMs), noteMessage(accounts().table, job, Date.now() + delayMs)];
  for (const step of await Promise.allSettled(steps))
    if (step.status === "rejected") logFailure("returning a message", step.reason, job.id);
};

/**
 * The handler of a function that does the jobs of some endpoints, whose messages SQS delivers. It tells SQS which messages are not
 * done with (partial batch responses). `operations` are the paths of the endpoints.
 */
export const queueWorker = (jobEndpoints: readonly JobEndpoint[]) => {
  const endpoints = new Map(jobEndpoints.map(({ inProcess, contract }) => [contract.path, inProcess]));
  const work = async ({ Records }: SQSEvent, clock: Clock): Promise<SQSBatchResponse> => {
    const batchItemFailures: { itemIdentifier: string }[] = [];
    for (const record of Records) {
      const job = readMessage(record.body);
      if (job === undefined) {
        logFailure("reading a message", new Error("It is not that of a job."), record.messageId);
        continue;
      }
      const delayMs = await deal(endpoints, job, clock).catch((error: unknown) => {
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
