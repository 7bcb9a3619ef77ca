import { readFileSync } from "node:fs";
import { config } from "../../config.ts";
import { currentTurn } from "../../turns/turn.ts";
import { watchFolder, watchThreads } from "../../workers/watches.ts";
import type { Browser } from "./browser.ts";

const POLL_INTERVAL_MS = 50;

/**
 * The private memory of a process in megabytes; undefined when the process has ended. Read at once: a `readFile` takes several
 * times as long as the kernel does.
 */
const heldMegabytes = (pid: number): number | undefined => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].map(([, digits]) => Number(digits));
    return kilobytes.reduce((sum, next) => sum + next) / 1024;
  } catch {
    return undefined;
  }
};

/** Megabytes that each watched process has taken, as seen last, by the turn of its job. */
const heldByTurn = new WeakMap<object, Map<number, number>>();

/**
 * Calls `onExceeded` once when this process and the others that are watched for the same job have together taken more megabytes
 * than the limit since the watch began: a fork holds memory of its warm browser from the start. Returns a function that ends the
 * watch.
 */
export const watchMemory = (pid: number, limitMegabytes: number, onExceeded: () => void): (() => void) => {
  const turn = currentTurn() ?? {};
  const held = heldByTurn.get(turn) ?? new Map<number, number>();
  heldByTurn.set(turn, held);
  const before = heldMegabytes(pid) ?? 0;
  const unwatch = () => {
    clearInterval(timer);
    held.delete(pid);
  };
  const timer = setInterval(() => {
    const now = heldMegabytes(pid);
    if (now === undefined) return;
    held.set(pid, now - before);
    if ([...held.values()].reduce((sum, next) => sum + next) <= limitMegabytes) return;
    unwatch();
    onExceeded();
  }, POLL_INTERVAL_MS);
  return unwatch;
};

/**
 * Counts a browser as used by the job that runs here. Calls `exceeded` once it takes more than one document may use. Returns a
 * function that ends both.
 */
export const watchBrowser = (
  { pid, home }: Browser,
  exceeded: (what: "memory" | "threads" | "disk") => void,
): (() => void) => {
  const process = { statFile: () => `/proc/${pid}/stat` };
  const engineUse = currentTurn()?.use(process);
  const ends = [
    watchMemory(pid, config.browserMemoryMb, () => exceeded("memory")),
    watchThreads(process, () => exceeded("threads")),
    watchFolder(home, () => exceeded("disk")),
    () => engineUse?.end(),
  ];
  return () => {
    for (const end of ends) end();
  };
};
