import { readdirSync, readFileSync } from "node:fs";
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

/** Milliseconds for which a process has run, or waited for a processor (`schedstat` in `proc(5)`). */
const busyTimeOf = (pid: number, countsChildren: boolean): number => {
  let sum = 0;
  for (const thread of threadsOf(pid)) {
    const [ran, waited] = (read(`${thread}/schedstat`) ?? "").split(" ").map(Number);
    sum += waited === undefined ? (processorTimeOf(`${thread}/stat`) ?? 0) : MS_PER_NS * ((ran ?? 0) + waited);
    const children = countsChildren ? (read(`${thread}/children`) ?? "").match(/\d+/g) : null;
    for (const child of children ?? []) sum += busyTimeOf(Number(child), true);
  }
  return sum;
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
    const busy = busyTimeOf(pid, countsChildren);
    idleMs = Math.abs(busy - last) >= CHECK_INTERVAL_MS * PROGRESS_SHARE ? 0 : idleMs + CHECK_INTERVAL_MS;
    last = busy;
    if (idleMs < limitMs) return;
    clearInterval(timer);
    stuck();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
};
