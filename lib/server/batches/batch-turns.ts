import type { Table } from "../../accounts/table.ts";
import { logFailure } from "../../http/log.ts";
import { type Batch, jobIdIn } from "../../jobs/batches/batch.ts";
import { CANCELLED_AT_ONCE, cancelJobs } from "../../jobs/batches/cancel-jobs.ts";
import { batchJobs, readBatch } from "../../jobs/batches/find.ts";
import { endUnsubmitted, SUBMITTED_AT_ONCE, submitNext } from "../../jobs/batches/progress.ts";
import type { JobName, TakenJob } from "../../jobs/entry.ts";
import type { JobQueue } from "../../jobs/queue.ts";
import { jobTaker } from "../../jobs/taker.ts";
import { removeBatchList } from "../../stored-bodies/job-bodies.ts";
import { listedJobs } from "./listed-jobs.ts";

/** Transactions that submit jobs in one turn of a batch. Then batches of other accounts have their turn. */
const TRANSACTIONS_PER_TURN = 8;

/** Milliseconds after which a batch is taken again if the table or the store did not answer. */
const RETRY_DELAY_MS = 5000;

/** Milliseconds for which the jobs of a batch are cancelled in one turn. */
const CANCEL_TURN_MS = 15_000;

/** Milliseconds until the next turn of a cancelled batch of which jobs were just ending, so that they could not be cancelled. */
const CANCELLED_DELAY_MS = 1000;

/** After a turn there is more to do at once, more to do later, or nothing. */
type Turn = "more" | "later" | "done";

/** A job that was submitted. */
export interface SubmittedJob extends JobName {
  /** The address of the SQS queue that gets its message; undefined on a server. */
  readonly queue: string | undefined;
}

/** `isOver` ends a turn early. `announce` passes the jobs that were submitted to those who do them. */
interface TurnOptions {
  readonly table: Table;
  readonly queue: JobQueue;
  readonly isOver: () => boolean;
  readonly announce: (jobs: readonly SubmittedJob[]) => Promise<void>;
}

/**
 * Submits the jobs of batches, cancels them, and tidies up after batches that have ended, one turn of a batch at a time. All writes
 * have conditions, so that a step has its effect once, even if two servers do it, or one repeats it after a kill.
 */
export class BatchTurns {
  readonly #table: Table;
  readonly #queue: JobQueue;
  readonly #isOver: () => boolean;
  readonly #announce: TurnOptions["announce"];

  constructor({ table, queue, isOver, announce }: TurnOptions) {
    this.#table = table;
    this.#queue = queue;
    this.#isOver = isOver;
    this.#announce = announce;
  }

  /** Works on the batch whose turn it is. Returns false if there is none. */
  async next(): Promise<boolean> {
    const taken = await this.#queue.take();
    if (taken === undefined) return false;
    await this.#turn(taken);
    return true;
  }

  async #turn(taken: TakenJob): Promise<void> {
    try {
      const batch = await readBatch(this.#table, taken.account, taken.id);
      const turn = batch === undefined ? "done" : await this.#work(batch, taken);
      if (turn === "done") return await this.#queue.remove(taken);
      await this.#queue.putBack(taken, turn === "more" ? 0 : CANCELLED_DELAY_MS, false);
    } catch (error) {
      logFailure("a batch", error, taken.id);
      // If this fails too, its lease runs out.
      await this.#queue.putBack(taken, RETRY_DELAY_MS, false);
    }
  }

  #work(batch: Batch, taken: TakenJob): Promise<Turn> {
    if (batch.endedAt !== undefined) return this.#tidyUp(batch);
    if (batch.cancelledAt !== undefined) return this.#cancel(batch, taken);
    return batch.submitted < batch.request.count ? this.#submit(batch, taken) : Promise.resolve("done");
  }

  async #tidyUp({ request }: Batch): Promise<Turn> {
    await removeBatchList(request.caller.account, request.list.reference);
    return "done";
  }

  async #submit(batch: Batch, taken: TakenJob): Promise<Turn> {
    const { request } = batch;
    const listed = await listedJobs(request);
    if (listed === undefined) {
      // The list could not be stored, or has expired while the batch waited.
      await endUnsubmitted(this.#table, batch, "failed", Date.now());
      return "more";
    }
    let { submitted } = batch;
    for (let done = 0; done < TRANSACTIONS_PER_TURN && submitted < request.count && !this.#isOver(); done++) {
      const jobs = listed.slice(submitted, submitted + SUBMITTED_AT_ONCE);
      if (!(await submitNext(this.#table, { ...batch, submitted }, jobs))) return "more";
      const { account } = taken;
      const nameAt = (at: number) => ({ account, id: jobIdIn(request.id, at) });
      await this.#announce(
        jobs.map(({ operation }, at) => ({ ...nameAt(submitted + at), queue: request.queues?.[operation] })),
      );
      submitted += jobs.length;
      if (!(await this.#queue.extend(taken))) return "more";
    }
    return submitted < request.count ? "more" : "done";
  }

  /** Cancels the jobs of a batch, from the last one to the first, because the first ones begin first. */
  async #cancel(batch: Batch, taken: TakenJob): Promise<Turn> {
    const { request, submitted } = batch;
    if (submitted < request.count) {
      await endUnsubmitted(this.#table, batch, "cancelled", Date.now());
      return "more";
    }
    const until = Date.now() + CANCEL_TURN_MS;
    let after: string | undefined;
    do {
      const options = { limit: CANCELLED_AT_ONCE, after, isNewestFirst: true };
      const page = await batchJobs(this.#table, request, options, Date.now());
      const open = page.entries.filter(({ end }) => end === undefined);
      const cancelled = await cancelJobs(this.#table, batch, open, Date.now());
      for (const { request: job } of cancelled) jobTaker()?.drop(job.id);
      after = page.next;
      if (this.#isOver() || Date.now() > until || !(await this.#queue.extend(taken))) return "more";
    } while (after !== undefined);
    return "later";
  }
}
