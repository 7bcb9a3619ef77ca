import type { Table } from "../accounts/table.ts";
import { logFailure } from "../http/log.ts";
import { noteMessage, type QueueEntry, stateOf } from "../jobs/entry.ts";
import { createdAtOf } from "../jobs/job.ts";
import { sendMessage, waitingMessages } from "../jobs/messages.ts";
import { openEntries } from "../jobs/open-jobs.ts";
import { tooLate } from "../server/jobs/run-job.ts";
import { BODY_LIFETIME_MS } from "../stored-bodies/reference.ts";
import { failJob } from "./fail-job.ts";

/** A job that nothing has happened to for this long has lost its message if its queue is empty. */
const LOST_MESSAGE_MS = 120_000;

/** The same if messages wait in its queue: its own may be among them, but not for longer than this. */
const LOST_MESSAGE_IN_LINE_MS = 3_600_000;

/** What a sweep has found and done: jobs by their state, the age of the oldest one that waits, messages sent, jobs ended. */
export interface Swept {
  jobsQueued: number;
  jobsRunning: number;
  oldestJobMs: number;
  messagesSent: number;
  jobsEnded: number;
}

/** What a sweep works on: the table, and the addresses of the queues whose jobs it looks after. `isOver` ends it early. */
export interface SweepOptions {
  readonly table: Table;
  readonly queues: readonly string[];
  readonly now: number;
  readonly isOver: () => boolean;
}

/** Returns a function that counts the messages waiting in a queue. It asks SQS once for each queue; if it fails, some wait. */
const waitingIn = () => {
  const known = new Map<string, Promise<number>>();
  return (queue: string): Promise<number> => {
    const count =
      known.get(queue) ??
      waitingMessages(queue).catch((error: unknown) => {
        logFailure("counting messages", error);
        return Number.POSITIVE_INFINITY;
      });
    known.set(queue, count);
    return count;
  };
};

/**
 * Whether no message of a job will come soon. If the runner of the job has died, SQS hides the message for a long time yet. If
 * nobody has begun the job, its message may wait in line.
 */
const isLost = async (
  { id, until, messageAt = 0, runner, queue = "" }: QueueEntry,
  now: number,
  waiting: (queue: string) => Promise<number>,
): Promise<boolean> => {
  if (runner !== undefined && messageAt < until) return true;
  const idleMs = now - Math.max(createdAtOf(id), until, messageAt);
  if (idleMs < LOST_MESSAGE_MS) return false;
  return idleMs >= LOST_MESSAGE_IN_LINE_MS || (await waiting(queue)) === 0;
};

/**
 * Looks through the jobs that have not ended. Sends the messages again that were lost or whose runner has died, and ends the jobs
 * that nobody has begun in time. If this fails for a job, the next sweep tries again.
 */
export const sweepJobs = async ({ table, queues, now, isOver }: SweepOptions): Promise<Swept> => {
  const swept: Swept = { jobsQueued: 0, jobsRunning: 0, oldestJobMs: 0, messagesSent: 0, jobsEnded: 0 };
  const waiting = waitingIn();
  const sweepJob = async (queue: string, entry: QueueEntry) => {
    const { account, id } = entry;
    if (stateOf(entry, now) === "running") {
      swept.jobsRunning++;
      return;
    }
    const age = now - createdAtOf(id);
    swept.jobsQueued++;
    swept.oldestJobMs = Math.max(swept.oldestJobMs, age);
    if (age > BODY_LIFETIME_MS) swept.jobsEnded += Number(await failJob(table, { account, id }, tooLate));
    else if (await isLost(entry, now, waiting)) {
      // A second message does no harm, so this one is noted only after it was sent.
      await sendMessage(queue, entry);
      await noteMessage(table, entry, now);
      swept.messagesSent++;
    }
  };
  for await (const entries of openEntries(table))
    for (const entry of entries) {
      if (isOver()) return swept;
      const { queue, id } = entry;
      if (queue === undefined || !queues.includes(queue)) continue;
      await sweepJob(queue, entry).catch((error: unknown) => logFailure("sweeping a job", error, id));
    }
  return swept;
};
