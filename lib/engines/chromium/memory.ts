import { readFile } from "node:fs/promises";

const EVERY_MS = 50;

/** Megabytes that a process holds for itself; undefined when it is gone. */
const held = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].map(([, digits]) => Number(digits));
  return kilobytes.length > 0 ? kilobytes.reduce((sum, next) => sum + next) / 1024 : undefined;
};

/** Calls `exceeded` once when the process holds more megabytes than the bound; gives what ends the watch. */
export const watchMemory = (pid: number, bound: number, exceeded: () => void): (() => void) => {
  const timer = setInterval(async () => {
    const now = await held(pid);
    if (now === undefined || now <= bound) return;
    clearInterval(timer);
    exceeded();
  }, EVERY_MS);
  return () => clearInterval(timer);
};
