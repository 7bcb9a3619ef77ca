import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";
import { ServiceError } from "../../errors.ts";
import { movable } from "../../movable.ts";
import { fontsFolder } from "../fonts.ts";
import type { Answer } from "./thread.ts";
import type { Job, Written } from "./write.ts";

/** Bytes of a job after which its thread ends: it may hold much memory. */
const LARGE = 8_388_608;
const MOST_IDLE = 2;
/** Milliseconds within which a thread that is asked to stop does so. */
const GRACE = 1000;

const idle: Worker[] = [];

const start = (): Worker => {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: { compileCache: getCompileCacheDir() },
    resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 96 },
    // Nothing of the environment but where the fonts are.
    env: { PLATEN_FONTS: fontsFolder },
  });
  thread.on("error", () => {}); // of one that waits, which then ends; of one at work, its job hears it too
  thread.once("exit", () => {
    const at = idle.indexOf(thread);
    if (at >= 0) idle.splice(at, 1);
  });
  return thread;
};

const keep = (thread: Worker): void => {
  if (idle.length >= MOST_IDLE) {
    void thread.terminate();
    return;
  }
  thread.unref();
  idle.push(thread);
};

/**
 * Writes a table in a thread of its own. Rejects with the signal's reason once that is aborted and the thread has ended.
 */
export const writeApart = async (job: Job, signal: AbortSignal): Promise<Written> => {
  signal.throwIfAborted();
  const size = job.bytes.length;
  const thread = idle.shift() ?? start();
  thread.ref();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const ended = () => reject(signal.aborted ? signal.reason : new Error("The thread that writes tables has ended."));
  const failed = (error: Error) => reject(error);
  const stop = new Int32Array(new SharedArrayBuffer(4));
  let grace: NodeJS.Timeout | undefined;
  // Ended while it makes a compressor, a thread takes the whole process with it: it is asked to stop first.
  const abort = () => {
    Atomics.store(stop, 0, 1);
    grace = setTimeout(() => void thread.terminate(), GRACE);
  };
  thread.once("message", resolve).once("error", failed).once("exit", ended);
  signal.addEventListener("abort", abort);
  try {
    // A large body goes over to the thread, and is the caller's no more: a copy would double it.
    thread.postMessage({ ...job, stop }, size > LARGE ? movable([job.bytes]) : []);
    const answer = await promise;
    thread.off("error", failed).off("exit", ended);
    if (signal.aborted || size > LARGE) await thread.terminate();
    else keep(thread);
    signal.throwIfAborted();
    if ("refusal" in answer) throw new ServiceError(answer.refusal.code, answer.refusal.message);
    if ("failure" in answer) throw new Error(answer.failure);
    return answer;
  } finally {
    clearTimeout(grace);
    signal.removeEventListener("abort", abort);
  }
};

/** Starts a thread ahead of its first table. */
export const startThread = (): void => {
  if (idle.length === 0) keep(start());
};

/** Ends the threads that wait. */
export const endThreads = async (): Promise<void> => {
  await Promise.all(idle.splice(0).map((thread) => thread.terminate()));
};
