import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";

/** What a job's values may take; the bytes of its files are bounded by the upload and by its budget. */
const resourceLimits = { maxOldGenerationSizeMb: 320 };

/** Threads that wait for their next job, and when each goes home. */
const idle = new Map<Worker, NodeJS.Timeout>();
const MOST_IDLE = 2;
const LONGEST_IDLE = 10_000;

/** A thread for one job: one that waits for work, else a new one. */
export const takeThread = (): Worker => {
  for (const [thread, timer] of idle) {
    clearTimeout(timer);
    idle.delete(thread);
    for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
    thread.ref();
    return thread;
  }
  const workerData = { compileCache: getCompileCacheDir() };
  return new Worker(new URL("./thread.ts", import.meta.url), { workerData, resourceLimits });
};

/** Lets a thread that has done its job wait for the next one, for a while; it does not keep the process alive. */
export const keepThread = (thread: Worker): void => {
  for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
  if (idle.size >= MOST_IDLE) {
    void thread.terminate();
    return;
  }
  thread.unref();
  const leave = () => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    void thread.terminate();
  };
  thread.once("exit", leave).once("error", leave);
  idle.set(thread, setTimeout(leave, LONGEST_IDLE).unref());
};
