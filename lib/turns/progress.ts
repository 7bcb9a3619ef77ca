import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { processorTimeOf } from "./processor-time.ts";

const CHECK_INTERVAL_MS = 1000;
/** A process makes progress while it runs or waits for a processor for this share of the time. */
const PROGRESS_SHARE = 0.05;
const MS_PER_NS = 1e-6;

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return undefined; // it has ended, or this kernel does not have the file
  }
};

const threadsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}`);
  } catch {
    return [];
  }
};

/** Milliseconds for which all threads of a process have run, and for which they have waited for a processor. */
interface ProcessTimes {
  ranMs: number;
  waitedMs: number;
}

const timesOf = (pid: number, countsChildren: boolean, times = { ranMs: 0, waitedMs: 0 }): ProcessTimes => {
  for (const thread of threadsOf(pid)) {
    const [ran, waited] = (read(`${thread}/schedstat`) ?? "").split(" ").map(Number); // `proc(5)`
    times.ranMs += waited === undefined ? (processorTimeOf(`${thread}/stat`) ?? 0) : MS_PER_NS * (ran ?? 0);
    times.waitedMs += MS_PER_NS * (waited ?? 0);
    const children = countsChildren ? (read(`${thread}/children`) ?? "").match(/\d+/g) : null;
    for (const child of children ?? []) timesOf(Number(child), true, times);
  }
  return times;
};

/** A process, the time that it may be idle, and what is called when it has been. */
interface Watched {
  readonly pid: number;
  /** Whether its children work for it too. */
  readonly countsChildren: boolean;
  readonly limitMs: number;
  stuck(): void;
}

/**
 * Calls `stuck` once a process has neither run nor waited for a processor for its limit: on a busy machine it may wait long.
 * Returns a function that ends the watch.
 */
export const watchProgress = ({ pid, countsChildren, limitMs, stuck }: Watched): (() => void) => {
  let last = 0;
  let idleMs = 0;
  const timer = setInterval(() => {
    const { ranMs, waitedMs } = timesOf(pid, countsChildren);
    const busy = ranMs + waitedMs;
    idleMs = Math.abs(busy - last) >= CHECK_INTERVAL_MS * PROGRESS_SHARE ? 0 : idleMs + CHECK_INTERVAL_MS;
    last = busy;
    if (idleMs < limitMs) return;
    clearInterval(timer);
    stuck();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
};

/** This process and its descendants are held up while they wait for a processor for this share of the time. */
const HELD_UP_SHARE = 0.25;

/**
 * Resolves after some milliseconds; later, but before the limit, as long as this process and its descendants are held up by a
 * busy machine. Rejects with the signal's reason if the signal aborts.
 */
export const sleepUnlessHeldUp = async (milliseconds: number, limitMs: number, signal: AbortSignal): Promise<void> => {
  const waitedMs = () => timesOf(process.pid, true).waitedMs;
  await sleep(Math.max(0, milliseconds - CHECK_INTERVAL_MS), undefined, { signal });
  for (let passed = milliseconds; passed <= limitMs; passed += CHECK_INTERVAL_MS) {
    const before = waitedMs();
    await sleep(CHECK_INTERVAL_MS, undefined, { signal });
    // The waits of a process that has ended are gone.
    if (Math.abs(waitedMs() - before) < CHECK_INTERVAL_MS * HELD_UP_SHARE) return;
  }
};
