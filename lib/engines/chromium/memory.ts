import { readFile } from "node:fs/promises";
import { config } from "../../config.ts";
import { currentTurn } from "../../turns/turn.ts";
import { watchFolder, watchThreads } from "../../workers/watches.ts";
import type { Browser } from "./browser.ts";

const POLL_INTERVAL_MS = 50;

/** The private memory of a process in megabytes; undefined when the process has ended. */
const heldMegabytes = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].map(([, digits]) => Number(digits));
  return kilobytes.length > 0 ? kilobytes.reduce((sum, next) => sum + next) / 1024 : undefined;
};

/** Megabytes that each watched process held last, by the turn of its job. */
const heldByTurn = new WeakMap<object, Map<number, number>>();

/**
 * Calls `onExceeded` once when this process and the others that are watched for the same job together hold more megabytes
 * than the limit. Returns a function that ends the watch.
 */
export const watchMemory = (pid: number, limitMegabytes: number, onExceeded: () => void): (() => void) => {
  const turn = currentTurn() ?? {};
  const held = heldByTurn.get(turn) ?? new Map<number, number>();
  heldByTurn.set(turn, held);
  let isWatched = true;
  const unwatch = () => {
    isWatched = false;
    clearInterval(timer);
    held.delete(pid);
  };
  const timer = setInterval(async () => {
    const now = await heldMegabytes(pid);
    if (now === undefined || !isWatched) return;
    held.set(pid, now);
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
