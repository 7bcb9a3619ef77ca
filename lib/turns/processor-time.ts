import { readFileSync } from "node:fs";

const CHECK_INTERVAL_MS = 1000;
/** Milliseconds of a clock tick of the kernel (USER_HZ, `proc_pid_stat(5)`). */
const TICK_MS = 10;

/** A thread or process; `statFile` gives its file in `/proc`, whose path may become known only later. */
export interface Measured {
  statFile(): string;
}

/** Milliseconds of processor time that a process or thread has used; undefined where `/proc` does not have it. */
export const processorTimeOf = (statFile: string): number | undefined => {
  try {
    const stat = readFileSync(statFile, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return TICK_MS * (Number(fields[11]) + Number(fields[12])); // utime and stime, fields 14 and 15
  } catch {
    return undefined;
  }
};

/**
 * Calls `exceeded` once a process or thread has used more milliseconds of processor time than the limit. The count begins
 * at the first check, after one second. Gives a function that ends the watch.
 */
export const watchProcessorTime = ({ statFile }: Measured, limitMs: number, exceeded: () => void): (() => void) => {
  let start: number | undefined;
  const timer = setInterval(() => {
    const used = processorTimeOf(statFile());
    start ??= used;
    if (used === undefined || start === undefined || used - start <= limitMs) return;
    clearInterval(timer);
    exceeded();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
};
