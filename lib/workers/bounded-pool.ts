import type { Reply } from "./reply.ts";
import type { Worker } from "./worker.ts";

/** A job for a chosen worker. The array buffers in `moved` are transferred to its thread. */
export interface PlacedJob<Job> {
  readonly job: Job;
  readonly moved?: readonly ArrayBuffer[];
}

/** Makes the job once its worker is chosen. */
export type PlaceJob<Job, Result> = (worker: Worker<Job, Result>) => PlacedJob<Job>;

/** Which workers a bounded pool has. */
export interface BoundedPoolOptions<Job, Result> {
  readonly start: () => Worker<Job, Result>;
  /** Whether a worker that has done a job may do another one. */
  readonly isReusable: (reply: Reply<Result>) => boolean;
  /** Maximum number of workers, busy ones included. */
  readonly size: number;
  /** Milliseconds after which an idle worker is ended, unless it is kept ready. */
  readonly idleMs: number;
}

/** A limited number of workers of one kind. When all are busy, jobs wait in order of arrival. */
export class BoundedPool<Job, Result> {
  readonly #options: BoundedPoolOptions<Job, Result>;
  /** The idle workers in the order of their last use, each with the timer that ends it. */
  readonly #idle = new Map<Worker<Job, Result>, NodeJS.Timeout>();
  readonly #waiting: (() => void)[] = [];
  #count = 0;
  #readyCount = 0;

  constructor(options: BoundedPoolOptions<Job, Result>) {
    this.#options = options;
  }

  /**
   * Does a job, in the preferred worker if it is idle. Gives the reply and the worker that gave it. Rejects with the error of
   * the worker.
   */
  async run(
    place: PlaceJob<Job, Result>,
    signal: AbortSignal,
    preferred?: Worker<Job, Result>,
  ): Promise<{ reply: Reply<Result>; worker: Worker<Job, Result> }> {
    signal.throwIfAborted();
    while (this.#idle.size === 0 && this.#count >= this.#options.size) await this.#turn(signal);
    const worker = this.#take(preferred) ?? this.#start();
    let isReusable = false;
    try {
      const { job, moved = [] } = place(worker);
      const reply = await worker.run(job, signal, moved);
      isReusable = !("failed" in reply) && this.#options.isReusable(reply);
      return { reply, worker };
    } finally {
      if (isReusable && worker.isAlive && !worker.isLowered) this.#keep(worker);
      else void worker.end();
      this.#waiting.shift()?.();
    }
  }

  /** Has so many workers from now on, busy ones included. */
  keepReady(count: number): void {
    this.#readyCount = count;
    this.#refill();
  }

  /** Ends the workers that wait. */
  async end(): Promise<void> {
    this.#readyCount = 0;
    await Promise.all([...this.#idle.keys()].map((worker) => this.#drop(worker)));
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    const leave = () => resolve();
    signal.addEventListener("abort", leave);
    await promise;
    signal.removeEventListener("abort", leave);
    const at = this.#waiting.indexOf(resolve);
    if (at >= 0) this.#waiting.splice(at, 1);
    signal.throwIfAborted();
  }

  #start(): Worker<Job, Result> {
    const worker = this.#options.start();
    this.#count++;
    void worker.ended.then(() => {
      this.#count--;
      this.#forget(worker);
      this.#refill();
      this.#waiting.shift()?.();
    });
    return worker;
  }

  #take(preferred: Worker<Job, Result> | undefined): Worker<Job, Result> | undefined {
    const candidates = preferred !== undefined && this.#idle.has(preferred) ? [preferred] : [...this.#idle.keys()];
    for (const worker of candidates.reverse()) {
      this.#forget(worker);
      if (worker.isAlive) return worker;
    }
    return undefined;
  }

  #keep(worker: Worker<Job, Result>): void {
    const expire = () => {
      if (this.#count > this.#readyCount) void this.#drop(worker);
    };
    this.#idle.set(worker, setTimeout(expire, this.#options.idleMs).unref());
  }

  #forget(worker: Worker<Job, Result>): void {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
  }

  async #drop(worker: Worker<Job, Result>): Promise<void> {
    this.#forget(worker);
    await worker.end();
  }

  #refill(): void {
    while (this.#count < this.#readyCount) this.#keep(this.#start());
  }
}
