import type { Table } from "../accounts/table.ts";
import { logFailure } from "../http/log.ts";
import { noteMessage, type QueueEntry, stateOf } from "../jobs/entry.ts";
import { createdAtOf } from "../jobs/job.ts";
import { sendMessage, waitingMessages } from "../jobs/messages.ts";
import { openEntries } from "../jobs/open-jobs.ts";
import { tooLate } from "../server/jobs/run-job.ts";
import { BODY_LIFETIME_MS } from "../stored-bodies/reference.ts";
import { failJob } from "./fail-job.ts";

/** Milliseconds after which the message of a job that nobody has is lost if none waits, and in any case. */
const LOST_MS = 120_000;
const LOST_IN_LINE_MS = 3_600_000;

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

/** How many messages wait in each queue, asked once. If SQS does not tell, some wait. */
const waitingIn = () => {
  const known = new Map<string, Promise<number>>();
  return (queue: string): Promise<number> => {
    const told =
      known.get(queue) ??
      waitingMessages(queue).catch((error: unknown) => {
        logFailure("counting messages", error);
        return Number.POSITIVE_INFINITY;
      });
    known.set(queue, told);
    return told;
  };
};

/**
 * Whether a job has no message that comes soon. That of a runner which ended without a word comes only after the long time for
 * which SQS hides it. That of a job which nobody has begun may wait in line.
 */
const isLost = async (
  { id, until, messageAt = 0, runner, queue = "" }: QueueEntry,
  now: number,
  waiting: (queue: string) => Promise<number>,
): Promise<boolean> => {
  if (runner !== undefined && messageAt < until) return true;
  const idleMs = now - Math.max(createdAtOf(id), until, messageAt);
  if (idleMs < LOST_MS) return false;
  return idleMs >= LOST_IN_LINE_MS || (await waiting(queue)) === 0;
};

/**
 * Looks through the jobs that have not ended: sends messages again that were lost, or whose runner is gone, and ends jobs that
 * nobody has begun in time. A job that fails here is tried again by the next sweep.
 */
export const sweepJobs = async ({ table, queues, now, isOver }: SweepOptions): Promise<Swept> => {
  const swept: Swept = { jobsQueued: 0, jobsRunning: 0, oldestJobMs: 0, messagesSent: 0, jobsEnded: 0 };
  const waiting = waitingIn();
  const look = async (queue: string, entry: QueueEntry) => {
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
      // Two messages do no harm, so it is noted after it was sent.
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
      await look(queue, entry).catch((error: unknown) => logFailure("sweeping a job", error, id));
    }
  return swept;
};
