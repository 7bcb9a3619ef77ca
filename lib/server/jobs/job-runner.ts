import { setTimeout as sleep } from "node:timers/promises";
import type { Table } from "../../accounts/table.ts";
import { logFailure } from "../../http/log.ts";
import { JOB_LEASE_MS, type TakenJob } from "../../jobs/entry.ts";
import { Poller } from "../../jobs/poller.ts";
import { JobQueue } from "../../jobs/queue.ts";
import type { JobTaker } from "../../jobs/taker.ts";
import type { Plans } from "../../settings/plan.ts";
import { hasMemory } from "../../turns/memory-left.ts";
import { callerHungUp } from "../body.ts";
import type { Endpoint } from "../endpoint.ts";
import { doJob, UNKNOWN_DELAY_MS } from "./do-job.ts";

/** Milliseconds between two polls of the queue. A job that is submitted here wakes the runner. */
const POLL_INTERVAL_MS = 1000;

/** Milliseconds between two attempts to reach a table that does not answer. */
const TABLE_RETRY_INTERVAL_MS = 5000;

/** Milliseconds for which no job is taken after the table was away: in them those who work renew their leases. */
const AFTER_OUTAGE_MS = JOB_LEASE_MS / 2;

/** `endpoints` are by their paths; `slots` is how many jobs run at once. */
interface RunnerOptions {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly table: Table;
  readonly plans: Plans;
  readonly slots: number;
  /** Whether the service has a free turn now. */
  readonly hasTurn: () => boolean;
  readonly queue?: JobQueue;
  readonly pollIntervalMs?: number;
}

interface RunningJob {
  readonly taken: TakenJob;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Does the jobs of the queue in this process. It takes a job when there is a free turn, so that jobs yield to requests, but one
 * job runs in any case. It is one class, because taking, ending and cancelling jobs all change which of them run.
 */
export class JobRunner implements Pick<JobTaker, "wake" | "drop"> {
  readonly #options: RunnerOptions;
  readonly #queue: JobQueue;
  readonly #running = new Map<string, RunningJob>();
  readonly #poller: Poller;
  /** When, by `performance.now()`, jobs may be taken again; undefined while the table is away. */
  #takesFrom: number | undefined = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#queue = options.queue ?? new JobQueue(options.table);
    this.#poller = new Poller({
      poll: () => this.#poll(),
      intervalMs: options.pollIntervalMs ?? POLL_INTERVAL_MS,
      onFailure: (error) => {
        this.#takesFrom = undefined;
        logFailure("looking for jobs", error);
      },
    });
  }

  readonly wake = (): void => this.#poller.wake();

  /** Stops a job, if it runs here. */
  readonly drop = (id: string): void => this.#running.get(id)?.controller.abort(callerHungUp());

  /** Takes no more jobs, and puts those back that run. */
  async stop(): Promise<void> {
    await this.#poller.stop();
    for (const { controller } of this.#running.values()) controller.abort(callerHungUp());
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #hasRoom(): boolean {
    const { slots, hasTurn } = this.#options;
    if (this.#poller.isStopped || !hasMemory()) return false;
    return this.#running.size === 0 || (this.#running.size < slots && hasTurn());
  }

  readonly #isFull = (account: string, plan: string): boolean => {
    const most = this.#options.plans.get(plan)?.jobs.atOnce ?? 1;
    return [...this.#running.values()].filter(({ taken }) => taken.account === account).length >= most;
  };

  /** Whether jobs may be taken. Leases that have run out while the table was away are not those of jobs that nobody has. */
  async #mayTake(): Promise<boolean> {
    if (this.#takesFrom === undefined && (await this.#queue.isReachable()))
      this.#takesFrom = performance.now() + AFTER_OUTAGE_MS;
    return this.#takesFrom !== undefined && performance.now() >= this.#takesFrom;
  }

  async #poll(): Promise<void> {
    while (this.#hasRoom() && (await this.#mayTake())) {
      const taken = await this.#queue.take(this.#isFull);
      if (taken === undefined) return;
      this.#begin(taken);
    }
  }

  #begin(taken: TakenJob): void {
    const earlier = this.#running.get(taken.id);
    if (earlier !== undefined) {
      // Its lease had run out while this process stood still. It stops, and begins anew.
      earlier.controller.abort(callerHungUp());
      this.#untilAnswered(() => this.#queue.putBack(taken, UNKNOWN_DELAY_MS, false)).catch((error) =>
        logFailure("putting a job back", error, taken.id),
      );
      return;
    }
    const controller = new AbortController();
    const heartbeat = setInterval(() => this.#extend(taken, controller), JOB_LEASE_MS / 3).unref();
    const ended = this.#work(taken, controller.signal)
      .catch((error: unknown) => logFailure("a job", error, taken.id))
      .finally(() => {
        clearInterval(heartbeat);
        this.#running.delete(taken.id);
        this.wake();
      });
    this.#running.set(taken.id, { taken, controller, ended });
  }

  /** Extends a lease. The work goes on while the table cannot be reached: its end is written only if the job is still ours. */
  async #extend(taken: TakenJob, controller: AbortController): Promise<void> {
    const isOurs = await this.#queue.extend(taken).catch(() => true);
    if (!isOurs) controller.abort(callerHungUp());
  }

  async #work(taken: TakenJob, signal: AbortSignal): Promise<void> {
    const { endpoints, table } = this.#options;
    await doJob(
      { endpoints, table, queue: this.#queue, untilAnswered: (work) => this.#untilAnswered(work) },
      taken,
      signal,
    );
  }

  /** Repeats a read or a write of the table until it answers. Rejects if the runner is stopped before. */
  async #untilAnswered<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        this.#takesFrom = undefined;
        if (this.#poller.isStopped) throw error;
        await sleep(TABLE_RETRY_INTERVAL_MS, undefined, { ref: false });
      }
    }
  }
}
