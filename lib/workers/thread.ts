// Piscina terminates a thread at any moment, and one that is terminated while it makes a zlib stream ends the whole process.
import { getCompileCacheDir } from "node:module";
import { type ResourceLimits, Worker as Thread } from "node:worker_threads";
import { ServiceError } from "../errors/service-error.ts";
import { endWhenEvaluated } from "./end-thread.ts";
import { Pool, type PoolOptions } from "./pool.ts";
import type { ThreadData, ThreadMessage } from "./serve-thread.ts";
import { Worker, type WorkerLimits } from "./worker.ts";

/** The options of a thread: its script, its limits, and the data that it gets at its start. */
export interface ThreadOptions extends WorkerLimits {
  readonly script: URL;
  readonly resourceLimits: ResourceLimits;
  /** Its whole environment; empty by default. */
  readonly env?: Readonly<Record<string, string>>;
  readonly data?: unknown;
}

const isMemoryExhausted = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";

const memoryExceeded = ({ subject = "The document" }: WorkerLimits): ServiceError =>
  new ServiceError("PROCESSING_FAILED", `${subject} needs more memory than one document may use.`, {
    reason: "memory-exceeded",
  });

/** Starts a thread whose script calls `serveThread`. */
export const startThread = <Job, Result>(options: ThreadOptions): Worker<Job, Result> =>
  new Worker(options, (listener) => {
    const streams = new Int32Array(new SharedArrayBuffer(4));
    const workerData: ThreadData = { compileCache: getCompileCacheDir(), streams, data: options.data };
    const { resourceLimits, env = {} } = options;
    const thread = new Thread(options.script, { workerData, resourceLimits, env, execArgv: [] });
    const end = endWhenEvaluated(thread, streams);
    let statFile = "";
    let failure: Error | undefined;
    let isAlive = true;
    let isEnding = false;
    thread.on("message", (message: ThreadMessage<Result>) => {
      if ("statFile" in message) ({ statFile } = message);
      else listener.reply(message);
    });
    thread.once("error", (error) => {
      failure = isMemoryExhausted(error) ? memoryExceeded(options) : error;
    });
    thread.once("exit", () => {
      isAlive = false;
      listener.exit(failure);
    });
    return {
      isAlive: () => isAlive,
      post: (job: Job, transferList) => thread.postMessage(job, transferList),
      ping: () => {},
      kill: () => {
        isEnding = true;
        void end();
      },
      // A process that has nothing else to do lives until the thread has ended.
      hold: (isHeld) => (isHeld || isEnding ? thread.ref() : thread.unref()),
      statFile: () => statFile,
      isProcess: false,
    };
  });

interface ThreadPoolOptions extends ThreadOptions, Pick<PoolOptions<never, never>, "size" | "maxIdle" | "idleMs"> {
  /** Bytes of memory. A thread that holds more after its job is ended instead of being reused. */
  readonly idleMaxBytes: number;
}

/** Threads of one kind that are reused as long as they hold little memory. */
export const threadPool = <Job, Result>({ idleMaxBytes, ...options }: ThreadPoolOptions) =>
  new Pool<Job, Result>({
    ...options,
    start: () => startThread(options),
    isReusable: (_, { heldBytes = 0 }) => heldBytes <= idleMaxBytes,
  });
