import { Pool } from "./pool.ts";
import { startThread, type ThreadOptions } from "./thread.ts";

/** The options of a pool of threads. */
export interface ThreadPoolOptions extends ThreadOptions {
  /** A thread that holds more memory after its job, in bytes, is ended instead of being reused. */
  readonly idleMaxBytes: number;
  /** Maximum number of idle threads. */
  readonly maxIdle: number;
  /** Milliseconds after which an idle thread is ended, except for those that the pool keeps ready. */
  readonly idleMs: number;
}

/** Threads of one kind that are reused as long as they hold little memory. */
export const threadPool = <Job, Result>({ idleMaxBytes, maxIdle, idleMs, ...thread }: ThreadPoolOptions) =>
  new Pool<Job, Result>({
    start: () => startThread(thread),
    isReusable: (_, { heldBytes = 0 }) => heldBytes <= idleMaxBytes,
    maxIdle,
    idleMs,
  });
