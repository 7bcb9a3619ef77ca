import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { MODULE, WORKER } from "./files.ts";
import type { Job, Outcome } from "./problem.ts";

/** Threads that wait for work; more are made when all are busy, and ended afterwards. */
const SPARES = 2;

/** A thread whose job was larger than this is ended with it, so that its memory is free at once. */
const LARGE = 4 * 1_048_576;

/** Templates may call each other 3,000 deep, as in xsltproc. */
const STACK_MB = 64;

let compiled: Promise<WebAssembly.Module> | undefined;
const spares: Worker[] = [];
const all = new Set<Worker>();

/** The module is compiled once; threads share its code. */
const compiledModule = (): Promise<WebAssembly.Module> => {
  compiled ??= readFile(MODULE)
    .then((bytes) => WebAssembly.compile(bytes))
    .catch((error) => {
      compiled = undefined; // the next job tries again
      throw error;
    });
  return compiled;
};

const startThread = async (): Promise<Worker> => {
  const workerData = await compiledModule();
  const worker = new Worker(WORKER, {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: { stackSizeMb: STACK_MB },
  });
  worker.unref();
  all.add(worker);
  worker.on("error", () => {}); // of a spare, which then ends; of one at work, its job hears it too
  worker.once("exit", () => {
    all.delete(worker);
    const at = spares.indexOf(worker);
    if (at >= 0) spares.splice(at, 1);
  });
  return worker;
};

const outcomeOf = async (worker: Worker, signal: AbortSignal): Promise<Outcome> => {
  const gone = new AbortController();
  const died = once(worker, "exit", { signal: gone.signal }).then(() => {
    throw new Error("the thread of libxslt ended before its work");
  });
  try {
    const [outcome] = await Promise.race([once(worker, "message", { signal }), died]);
    return outcome as Outcome;
  } finally {
    gone.abort();
    died.catch(() => {});
  }
};

/**
 * Transforms in a thread, which takes the job's bytes over. Threads are used again, what a job ran in never is.
 * Rejects with the signal's reason once it is aborted: the thread has ended by then.
 */
export const transformInThread = async (job: Job, signal: AbortSignal): Promise<Outcome> => {
  const size = job.xml.length + (job.xslt?.length ?? 0);
  const worker = spares.pop() ?? (await startThread());
  let fit = false;
  try {
    signal.throwIfAborted();
    worker.ref();
    worker.postMessage(job, [job.xml.buffer, ...(job.xslt ? [job.xslt.buffer] : [])]);
    const outcome = await outcomeOf(worker, signal);
    fit = size <= LARGE && spares.length < SPARES && (outcome.end === "done" || outcome.end === "failed");
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    worker.unref();
    if (fit) spares.push(worker);
    else await worker.terminate();
  }
};

/** Makes a spare thread ready, where there is none. */
export const prepareThread = async (): Promise<void> => {
  if (spares.length === 0) spares.push(await startThread());
};

/** Ends every thread, at work or not. */
export const endThreads = async (): Promise<void> => {
  await Promise.all([...all].map((worker) => worker.terminate()));
};
