import { readFileSync } from "node:fs";
import type { Measured } from "../turns/processor-time.ts";

const CHECK_INTERVAL_MS = 50;
/** Threads above which a process is ended. Chromium has the most: about 40 on two processors. */
const THREADS_LIMIT = 1000;

/** The number of threads of a process, by its `stat` file in `/proc` (`proc_pid_stat(5)`, field 20); 0 where that is gone. */
const threadsOf = (statFile: string): number => {
  try {
    const stat = readFileSync(statFile, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[17]);
  } catch {
    return 0;
  }
};

/** Calls `exceeded` once a process has far more threads than any engine starts. Gives a function that ends the watch. */
export const watchThreads = ({ statFile }: Measured, exceeded: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (threadsOf(statFile()) <= THREADS_LIMIT) return;
    clearInterval(timer);
    exceeded();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
};
