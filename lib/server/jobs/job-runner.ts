import { setTimeout as sleep } from "node:timers/promises";
import type { Table } from "../../accounts/table.ts";
import { logFailure } from "../../http/log.ts";
import { removeJobBody } from "../../http/respond-async.ts";
import { endJob } from "../../jobs/end.ts";
import { type Job, type JobEnd, jobKey, toJob } from "../../jobs/job.ts";
import { JobQueue, LEASE_MS, type TakenJob } from "../../jobs/queue.ts";
import type { JobTaker } from "../../jobs/taker.ts";
import { readItem } from "../../jobs/transact.ts";
import type { Plans } from "../../settings/plan.ts";
import { bodyStore } from "../../stored-bodies/body-store.ts";
import { resultKey } from "../../stored-bodies/kept-answers.ts";
import { hasMemory } from "../../turns/memory-left.ts";
import { callerHungUp } from "../body.ts";
import type { Endpoint } from "../route.ts";
import { runJob } from "./run-job.ts";

/** Milliseconds between two looks at the queue, at least; as much again at most. Whoever submits a job here wakes the runner. */
const LOOK_INTERVAL_MS = 1000;

/** Milliseconds after which a job is begun again that could not be done for reasons that pass. */
const AGAIN_DELAY_MS = 5000;

/** How often, and how many milliseconds apart, the end of a job is told to a table that does not answer. */
const END_ATTEMPTS = 120;
const END_INTERVAL_MS = 5000;

/** What a runner needs: the endpoints by their paths, the table, and how many jobs it may do at once. */
interface RunnerOptions {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly table: Table;
  readonly plans: Plans;
  readonly slots: number;
  /** Whether the service has a free turn now. */
  readonly hasTurn: () => boolean;
  readonly queue?: JobQueue;
  readonly lookIntervalMs?: number;
}

interface RunningJob {
  readonly taken: TakenJob;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Does the jobs of the queue in this process. It takes a job when there is a free turn, so that jobs yield to requests, but one
 * job runs in any case. One class, because whoever takes, ends and cancels jobs changes which of them run.
 */
export class JobRunner implements JobTaker {
  readonly #options: RunnerOptions;
  readonly #queue: JobQueue;
  readonly #running = new Map<string, RunningJob>();
  #looking: Promise<void> | undefined;
  #mustLookAgain = false as boolean;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false as boolean;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#queue = options.queue ?? new JobQueue(options.table);
  }

  /** Looks for jobs now. */
  readonly wake = (): void => {
    if (this.#isStopping) return;
    this.#mustLookAgain = true;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
      if (this.#mustLookAgain) this.wake();
      else this.#lookLater();
    });
  };

  /** Stops a job, if it runs here. */
  readonly drop = (id: string): void => this.#running.get(id)?.controller.abort(callerHungUp());

  /** Takes no more jobs, and puts those back that run. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#mustLookAgain = false;
    clearTimeout(this.#timer);
    await this.#looking;
    for (const { controller } of this.#running.values()) controller.abort(callerHungUp());
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    const { lookIntervalMs = LOOK_INTERVAL_MS } = this.#options;
    if (!this.#isStopping) this.#timer = setTimeout(this.wake, lookIntervalMs * (1 + Math.random())).unref();
  }

  #hasRoom(): boolean {
    const { slots, hasTurn } = this.#options;
    if (this.#isStopping || !hasMemory()) return false;
    return this.#running.size === 0 || (this.#running.size < slots && hasTurn());
  }

  readonly #isFull = (account: string, plan: string): boolean => {
    const most = this.#options.plans.get(plan)?.jobs.atOnce ?? 1;
    return [...this.#running.values()].filter(({ taken }) => taken.account === account).length >= most;
  };

  async #look(): Promise<void> {
    while (this.#mustLookAgain) {
      this.#mustLookAgain = false;
      try {
        while (this.#hasRoom()) {
          const taken = await this.#queue.take(this.#isFull);
          if (taken === undefined) break;
          this.#begin(taken);
        }
      } catch (error) {
        this.#mustLookAgain = false;
        return logFailure("looking for jobs", error);
      }
    }
  }

  #begin(taken: TakenJob): void {
    const controller = new AbortController();
    const heartbeat = setInterval(() => this.#extend(taken, controller), LEASE_MS / 3).unref();
    const ended = this.#work(taken, controller.signal)
      .catch((error: unknown) => logFailure("a job", error, taken.id))
      .finally(() => {
        clearInterval(heartbeat);
        this.#running.delete(taken.id);
        this.wake();
      });
    this.#running.set(taken.id, { taken, controller, ended });
  }

  /** Prolongs a lease. While the table cannot be reached the work goes on: its end is told only if the job is still ours. */
  async #extend(taken: TakenJob, controller: AbortController): Promise<void> {
    const isOurs = await this.#queue.extend(taken).catch(() => true);
    if (!isOurs) controller.abort(callerHungUp());
  }

  async #work(taken: TakenJob, signal: AbortSignal): Promise<void> {
    const { endpoints, table } = this.#options;
    const item = await readItem(table, jobKey(taken.account, taken.id));
    const job = item && toJob(item);
    if (job === undefined || job.end !== undefined) return this.#queue.remove(taken);
    const endpoint = endpoints.get(job.request.operation);
    const attempt = endpoint && (await runJob(endpoint, job, taken, signal));
    if (attempt !== undefined && "end" in attempt) return this.#end(job, attempt.end, taken);
    const delayMs = signal.aborted ? 0 : AGAIN_DELAY_MS;
    await this.#queue.putBack(taken, delayMs, attempt?.again.counts ?? false);
  }

  /** Tells the end of a job. Until the table answers, it is not known whether the job is still ours. */
  async #end({ request }: Job, end: JobEnd, { runner, account }: TakenJob): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const isOurs = await endJob(this.#options.table, request, end, runner);
        if (isOurs) return await removeJobBody(account, request.body.reference);
        if (end.result) await (await bodyStore()).remove(resultKey(account, end.result.reference));
        return;
      } catch (error) {
        if (attempt >= END_ATTEMPTS || this.#isStopping) throw error;
        await sleep(END_INTERVAL_MS, undefined, { ref: false });
      }
    }
  }
}
