import type { Table } from "../accounts/table.ts";
import { logFailure } from "../http/log.ts";
import type { JobName } from "../jobs/entry.ts";
import { sendMessages } from "../jobs/messages.ts";
import { JobQueue } from "../jobs/queue.ts";
import { BatchTurns, type SubmittedJob } from "../server/batches/batch-turns.ts";

/** Sends the messages of jobs. Those that are not sent are sent later by the sweep. */
const announce = async (jobs: readonly SubmittedJob[]): Promise<void> => {
  const groups = new Map<string, JobName[]>();
  for (const { queue, account, id } of jobs)
    if (queue !== undefined) groups.set(queue, [...(groups.get(queue) ?? []), { account, id }]);
  const sent = await Promise.allSettled([...groups].map(([queue, names]) => sendMessages(queue, names)));
  for (const step of sent) if (step.status === "rejected") logFailure("sending the messages of a batch", step.reason);
};

/** What is worked on: the table, and the addresses of the queues of this stage. `isOver` ends it early. */
interface BatchWork {
  readonly table: Table;
  readonly queues: readonly string[];
  readonly isOver: () => boolean;
}

/**
 * Submits the jobs of this stage's batches, cancels them, and tidies up after those that have ended, until there is nothing more to
 * do, or the time is over. The next call goes on. Returns the number of turns that batches had.
 */
export const workOnBatches = async ({ table, queues, isOver }: BatchWork): Promise<number> => {
  const isOurs = ({ queue }: { readonly queue: string | undefined }) => queue !== undefined && queues.includes(queue);
  const queue = new JobQueue(table, Date.now, "BATCHES", isOurs);
  const turns = new BatchTurns({ table, queue, isOver, announce });
  let count = 0;
  while (!isOver() && (await turns.next())) count++;
  return count;
};
