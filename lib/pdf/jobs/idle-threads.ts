import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";

/** What a job's values may take; the bytes of its files are bounded by the upload and by its budget. */
const resourceLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 8 };

/** A thread for jobs, and the flag that asks it to stop the one it does. */
export interface JobThread {
  readonly worker: Worker;
  readonly stop: Int32Array;
}

/** Threads that wait for their next job, and when each goes home. */
const idle = new Map<JobThread, NodeJS.Timeout | undefined>();
const MOST_IDLE = 2;
const LONGEST_IDLE = 10_000;

/** Whether a thread waits at all times. */
let always = false;

const forget = ({ worker }: JobThread): void => {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
};

const start = (): JobThread => {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { compileCache: getCompileCacheDir(), stop };
  return { worker: new Worker(new URL("./thread.ts", import.meta.url), { workerData, resourceLimits }), stop };
};

/** Lets a thread wait, without keeping the process alive for it. */
const wait = (thread: JobThread, timer?: NodeJS.Timeout): void => {
  const { worker } = thread;
  worker.unref();
  const leave = () => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
  };
  worker.once("exit", leave).once("error", leave);
  idle.set(thread, timer);
};

/** A thread for one job: one that waits for work, else a new one. */
export const takeThread = (): JobThread => {
  for (const [thread, timer] of idle) {
    clearTimeout(timer);
    idle.delete(thread);
    forget(thread);
    thread.worker.ref();
    return thread;
  }
  return start();
};

/** Has a thread wait where one is to wait at all times and none does. */
const refill = (): void => {
  try {
    if (always && idle.size === 0) wait(start());
  } catch {
    // The machine has no room for a thread: the next job starts one, or tells.
  }
};

/** Ends a thread; a new one waits in its place where one is to wait. */
export const dropThread = (thread: JobThread): void => {
  idle.delete(thread);
  void thread.worker.terminate();
  refill();
};

/** Lets a thread that has done its job wait for the next one, for a while. */
export const keepThread = (thread: JobThread): void => {
  forget(thread);
  if (idle.size >= MOST_IDLE) void thread.worker.terminate();
  else wait(thread, setTimeout(() => dropThread(thread), LONGEST_IDLE).unref());
};

/** From now on a thread waits at all times: the first job finds it started. */
export const keepOneReady = (): void => {
  always = true;
  refill();
};

/** Ends the threads that wait. */
export const endIdleThreads = async (): Promise<void> => {
  always = false;
  const threads = [...idle.keys()];
  for (const timer of idle.values()) clearTimeout(timer);
  idle.clear();
  await Promise.all(threads.map(({ worker }) => worker.terminate()));
};
