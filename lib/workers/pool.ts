import type { Reply } from "./reply.ts";
import { resultOf } from "./reply.ts";
import type { Worker } from "./worker.ts";

/** Milliseconds in which an answer is on its way: the start of another worker in that time would hold it up. */
const REFILL_DELAY_MS = 20;

/** Which workers a pool keeps. */
export interface PoolOptions<Job, Result> {
  readonly start: () => Worker<Job, Result> | Promise<Worker<Job, Result>>;
  /** Whether a worker that has done a job may do another one. */
  readonly isReusable: (job: Job, reply: Reply<Result>) => boolean;
  /** Workers that wait at most. */
  readonly maxIdle: number;
  /** Milliseconds after which a worker that waits is ended, unless the pool keeps one ready. */
  readonly idleMs: number;
}

/** Workers of one kind: each job gets one for itself, one that waits or a new one. */
export class Pool<Job, Result> {
  readonly #options: PoolOptions<Job, Result>;
  readonly #idle = new Map<Worker<Job, Result>, NodeJS.Timeout>();
  #readyCount = 0;
  /** Workers that do a job. */
  #busyCount = 0;

  constructor(options: PoolOptions<Job, Result>) {
    this.#options = options;
  }

  /** Does a job in a worker. Memories in `moved` go over to a thread. Rejects as the worker and the work do. */
  async run(job: Job, signal: AbortSignal, moved: readonly ArrayBuffer[] = []): Promise<Result> {
    signal.throwIfAborted();
    const worker = this.#take() ?? (await this.#start());
    this.#busyCount++;
    try {
      const reply = await worker.run(job, signal, moved);
      if (this.#options.isReusable(job, reply) && !("failed" in reply)) this.#keep(worker);
      else void worker.end();
      return resultOf(reply);
    } finally {
      this.#busyCount--;
      setTimeout(() => this.#refill().catch(() => {}), REFILL_DELAY_MS).unref();
    }
  }

  /** Has one worker ready from now on. */
  async keepReady(): Promise<void> {
    this.#readyCount = 1;
    await this.#refill();
  }

  /** Resolves when a worker that waits has answered, at once while none waits and others do jobs. */
  async ping(): Promise<void> {
    const [waiting] = this.#idle.keys();
    if (waiting === undefined && this.#busyCount > 0) return;
    await (waiting ?? this.#keep(await this.#start())).ping();
  }

  /** Ends the workers that wait. */
  async end(): Promise<void> {
    this.#readyCount = 0;
    await Promise.all([...this.#idle.keys()].map((worker) => this.#drop(worker)));
  }

  async #start(): Promise<Worker<Job, Result>> {
    const worker = await this.#options.start();
    // Registered once for each worker, not for each job: the promise keeps its reactions as long as the worker lives.
    void worker.ended.then(() => this.#drop(worker));
    return worker;
  }

  #take(): Worker<Job, Result> | undefined {
    for (const [worker, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(worker);
      if (worker.isAlive) return worker;
    }
    return undefined;
  }

  #keep(worker: Worker<Job, Result>): Worker<Job, Result> {
    const { maxIdle, idleMs } = this.#options;
    const expire = () => {
      if (this.#idle.size > this.#readyCount) void this.#drop(worker);
    };
    this.#idle.set(worker, setTimeout(expire, idleMs).unref());
    if (this.#idle.size > maxIdle) void this.#drop(worker);
    return worker;
  }

  async #drop(worker: Worker<Job, Result>): Promise<void> {
    clearTimeout(this.#idle.get(worker));
    if (this.#idle.delete(worker)) await worker.end();
  }

  async #refill(): Promise<void> {
    if (this.#idle.size < this.#readyCount) this.#keep(await this.#start());
  }
}
