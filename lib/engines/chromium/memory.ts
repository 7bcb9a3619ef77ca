import { readFile } from "node:fs/promises";

const POLL_INTERVAL_MS = 50;

/** The private memory of a process in megabytes; undefined when the process has ended. */
const heldMegabytes = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].map(([, digits]) => Number(digits));
  return kilobytes.length > 0 ? kilobytes.reduce((sum, next) => sum + next) / 1024 : undefined;
};

/** Calls `onExceeded` once when the process holds more megabytes than the limit; gives a function that ends the watch. */
export const watchMemory = (pid: number, limitMegabytes: number, onExceeded: () => void): (() => void) => {
  const timer = setInterval(async () => {
    const now = await heldMegabytes(pid);
    if (now === undefined || now <= limitMegabytes) return;
    clearInterval(timer);
    onExceeded();
  }, POLL_INTERVAL_MS);
  return () => clearInterval(timer);
};
