import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";

/** What a job's values may take; the bytes of its files are bounded by the upload and by its budget. */
const resourceLimits = { maxOldGenerationSizeMb: 320 };

/** A thread for jobs, and the flag that asks it to stop the one it does. */
export interface JobThread {
  readonly worker: Worker;
  readonly stop: Int32Array;
}

/** Threads that wait for their next job, and when each goes home. */
const idle = new Map<JobThread, NodeJS.Timeout>();
const MOST_IDLE = 2;
const LONGEST_IDLE = 10_000;

const forget = ({ worker }: JobThread): void => {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
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
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { compileCache: getCompileCacheDir(), stop };
  return { worker: new Worker(new URL("./thread.ts", import.meta.url), { workerData, resourceLimits }), stop };
};

/** Lets a thread that has done its job wait for the next one, for a while; it does not keep the process alive. */
export const keepThread = (thread: JobThread): void => {
  const { worker } = thread;
  forget(thread);
  if (idle.size >= MOST_IDLE) {
    void worker.terminate();
    return;
  }
  worker.unref();
  const leave = () => {
    clearTimeout(idle.get(thread));
    idle.delete(thread);
    void worker.terminate();
  };
  worker.once("exit", leave).once("error", leave);
  idle.set(thread, setTimeout(leave, LONGEST_IDLE).unref());
};
