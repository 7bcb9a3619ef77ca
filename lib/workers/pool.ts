import { raceAbort } from "../turns/race-abort.ts";
import { resultOf, type WorkerReply } from "./reply.ts";
import type { WarmPart } from "./warm.ts";
import type { Worker } from "./worker.ts";
import { WorkersOfAccounts } from "./workers-of-accounts.ts";

/** Delay before the next worker is started, so that its start does not slow down the rest of the request. */
const REFILL_DELAY_MS = 200;
/** The same if no worker is ready for the next job. */
const URGENT_REFILL_DELAY_MS = 20;

/** Milliseconds for which a new worker in the place of another one need not answer a ping. */
const START_MAX_MS = 2000;

/** Maximum number of idle workers that accounts have. */
const OWNED_IDLE_MAX = 2;
/** Which workers a pool keeps. */
export interface PoolOptions<Job, Result> {
  readonly start: () => Worker<Job, Result> | Promise<Worker<Job, Result>>;
  /** Whether a worker that has done a job may do another one. By default none does. */
  readonly isReusable?: (job: Job, reply: WorkerReply<Result>) => boolean;
  /**
   * The number of jobs that a worker may do for the account whose job was its first; it does none of others, because what a
   * document learns of its process, or does to it, may help it against the next one. By default a worker does one job. For pools
   * without `size`.
   */
  readonly jobsOfAccount?: number;
  /** Maximum number of workers, busy ones included; further jobs wait in order of arrival. Unlimited by default. */
  readonly size?: number;
  /** Maximum number of idle workers; `size` by default. */
  readonly maxIdle?: number;
  /** Milliseconds after which an idle worker is ended, except for those that the pool keeps ready. */
  readonly idleMs: number;
}

/**
 * Workers of one kind. Each job has a worker to itself: an idle one or a new one. One class, because all of it counts the
 * same workers.
 */
export class Pool<Job, Result> {
  readonly #options: PoolOptions<Job, Result>;
  readonly #size: number;
  readonly #owned = new WorkersOfAccounts<Worker<Job, Result>>();
  /** The idle workers in the order of their last use, each with the timer that ends it. */
  readonly #idle = new Map<Worker<Job, Result>, NodeJS.Timeout>();
  /** The jobs that wait for a worker, in order of arrival. */
  readonly #waiting = new Set<() => void>();
  #readyCount = 0;
  /** Workers that run or are being started. */
  #count = 0;
  /** Those of them that are being started to be kept ready. */
  #startingCount = 0;
  /** Those of them that do a job. */
  #busyCount = 0;
  #jobCount = 0;
  readonly #answered = new WeakSet<Worker<Job, Result>>();
  #startedAt = 0;

  constructor(options: PoolOptions<Job, Result>) {
    this.#options = options;
    this.#size = options.size ?? Number.POSITIVE_INFINITY;
  }

  /** Does a job in a worker. Array buffers in `transferList` are transferred to a thread. Rejects with the error of the worker or of the job. */
  async run(job: Job, signal: AbortSignal, transferList: readonly ArrayBuffer[] = []): Promise<Result> {
    signal.throwIfAborted();
    let taken = this.#take();
    while (taken === undefined && this.#count >= this.#size) {
      await this.#wait(signal);
      taken = this.#take();
    }
    const worker = taken ?? (await this.#start());
    this.#busyCount++;
    let mayServe = false;
    try {
      signal.throwIfAborted();
      // A long job may lower the priority of its process, which then does no other job: its start must not make a job long.
      if (this.#options.jobsOfAccount !== undefined) await worker.whenStarted(signal);
      const reply = await worker.run(job, signal, transferList);
      mayServe = this.#mayServe(worker, job, reply);
      this.#jobCount++;
      return resultOf(reply);
    } finally {
      this.#busyCount--;
      if (mayServe && worker.isAlive && !worker.isLowered) this.#keep(worker);
      else void worker.end();
      this.#refillLater(this.#free.length > 0 ? REFILL_DELAY_MS : URGENT_REFILL_DELAY_MS);
    }
  }

  /** Keeps this number of idle workers ready from now on. */
  async keepReady(count = 1): Promise<void> {
    this.#readyCount = count;
    await this.#refill();
  }

  /** Resolves when an idle worker has answered a ping; at once while all workers do jobs or one is still starting. */
  async ping(): Promise<void> {
    const [idle] = this.#idle.keys();
    if (idle === undefined && this.#busyCount > 0) return;
    const worker = idle ?? this.#keep(await this.#start());
    const answer = worker.ping().then(() => void this.#answered.add(worker));
    answer.catch(() => {});
    const isStarting = !this.#answered.has(worker) && performance.now() - this.#startedAt < START_MAX_MS;
    if (!(isStarting && this.#jobCount > 0)) await answer;
  }

  async end(): Promise<void> {
    this.#readyCount = 0;
    await Promise.all([...this.#idle.keys()].map((worker) => this.#drop(worker)));
  }

  /**
   * A part that keeps a worker ready. Its start and its checks wait for `probe`, which does a job in a worker. There is one
   * probe at a time, and it has no time limit. Without `probe` a check is a ping, and the start does not check.
   */
  warmPart(probe?: (signal: AbortSignal) => Promise<void>): WarmPart {
    let end = new AbortController();
    let probing: Promise<void> | undefined;
    const probeOnce = (): Promise<void> | undefined => {
      probing ??= probe?.(end.signal).finally(() => {
        probing = undefined;
      });
      return probing;
    };
    return {
      start: async () => {
        end = new AbortController();
        await this.keepReady();
        await probeOnce();
      },
      stop: async () => {
        end.abort();
        await probing?.catch(() => {});
        await this.end();
      },
      check: () => probeOnce() ?? this.ping(),
    };
  }

  async #wait(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    try {
      await raceAbort(promise, signal);
    } catch (error) {
      // The job may have been woken just before the abort.
      if (!this.#waiting.delete(resolve)) this.#wakeNext();
      throw error;
    }
  }

  #wakeNext(): void {
    const [wake] = this.#waiting;
    if (wake === undefined) return;
    this.#waiting.delete(wake);
    wake();
  }

  async #start(): Promise<Worker<Job, Result>> {
    this.#count++;
    const left = () => {
      this.#count--;
      this.#wakeNext();
    };
    try {
      const worker = await this.#options.start();
      this.#startedAt = performance.now();
      // Registered once for each worker, not for each job: the promise keeps its reactions as long as the worker lives.
      void worker.ended
        .then(() => this.#drop(worker))
        .then(left)
        // A pool without a limit is not refilled: workers that end as soon as they are ready would be started for ever.
        .then(() => this.#size < Number.POSITIVE_INFINITY && this.#refillLater(REFILL_DELAY_MS));
      return worker;
    } catch (error) {
      left();
      throw error;
    }
  }

  /** The idle workers that no account has. */
  get #free(): Worker<Job, Result>[] {
    return [...this.#idle.keys()].filter((worker) => !this.#owned.has(worker));
  }

  /** Whether a worker that has done a job may do another one: any, or one of the account of this request. */
  #mayServe(worker: Worker<Job, Result>, job: Job, reply: WorkerReply<Result>): boolean {
    const { jobsOfAccount, isReusable = () => jobsOfAccount !== undefined && "result" in reply } = this.#options;
    if ("failed" in reply || !isReusable(job, reply)) return false;
    return jobsOfAccount === undefined || this.#owned.mayServeAgain(worker, jobsOfAccount);
  }

  /** The worker that was used last, so that the others can expire; first of all one that the account has. */
  #take(): Worker<Job, Result> | undefined {
    const own = [...this.#idle.keys()].filter((worker) => this.#owned.isOwn(worker));
    for (const worker of [...this.#free, ...own].reverse()) {
      clearTimeout(this.#idle.get(worker));
      this.#idle.delete(worker);
      if (worker.isAlive) return worker;
    }
    return undefined;
  }

  #keep(worker: Worker<Job, Result>): Worker<Job, Result> {
    const { maxIdle = this.#size, idleMs } = this.#options;
    const isOwned = this.#owned.has(worker);
    const expire = () => {
      if (isOwned || this.#free.length > this.#readyCount) void this.#drop(worker);
    };
    this.#idle.set(worker, setTimeout(expire, idleMs).unref());
    const owned = [...this.#idle.keys()].filter((idle) => this.#owned.has(idle));
    if (isOwned && owned.length > OWNED_IDLE_MAX) void this.#drop(owned[0] ?? worker);
    if (!isOwned && this.#free.length > maxIdle) void this.#drop(worker);
    else this.#wakeNext();
    return worker;
  }

  async #drop(worker: Worker<Job, Result>): Promise<void> {
    clearTimeout(this.#idle.get(worker));
    if (this.#idle.delete(worker)) await worker.end();
  }

  #refillLater(delayMs: number): void {
    if (this.#readyCount > 0) setTimeout(() => this.#refill().catch(() => {}), delayMs).unref();
  }

  async #refill(): Promise<void> {
    while (this.#free.length + this.#startingCount < this.#readyCount && this.#count < this.#size) {
      this.#startingCount++;
      try {
        this.#keep(await this.#start());
      } finally {
        this.#startingCount--;
      }
    }
  }
}
