import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname } from "node:path";

const CHECK_INTERVAL_MS = 1000;
/** Milliseconds of a clock tick of the kernel (USER_HZ, `proc_pid_stat(5)`). */
const TICK_MS = 10;

/** A thread or process; `statFile` returns its file in `/proc`, whose path may become known only later. */
export interface Measured {
  statFile(): string;
}

/** Milliseconds of processor time that a process or thread has used; undefined if `/proc` does not have it. */
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
 * at the first check, after one second. Returns a function that ends the watch.
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

/** The nice value of long work: the kernel gives it about a thirtieth of what it gives other work (`sched(7)`). */
const LONG_WORK_NICE = 15;

const attempt = (action: () => void): void => {
  try {
    action();
  } catch {
    // The thread has ended, or this kernel does not have the file.
  }
};

/** The ids of all threads of a process, or of the one thread that has this file in `/proc`. */
const threadIds = (statFile: string): string[] => {
  const [, thread] = /\/task\/(\d+)\/stat$/.exec(statFile) ?? [];
  if (thread !== undefined) return [thread];
  try {
    return readdirSync(`${dirname(statFile)}/task`);
  } catch {
    return [];
  }
};

/**
 * Lowers the priority of a process with all its threads, or of one thread, named by its `stat` file in `/proc`. Threads that
 * it starts later inherit the priority. Without rights it cannot be raised again.
 */
export const lowerPriority = (statFile: string): void => {
  // On Linux a priority belongs to a thread.
  for (const id of threadIds(statFile)) attempt(() => setPriority(Number(id), LONG_WORK_NICE));
  // Outside of control groups the kernel shares time between sessions first, and each engine has a session (`sched(7)`).
  if (!statFile.includes("/task/")) attempt(() => writeFileSync(`${dirname(statFile)}/autogroup`, `${LONG_WORK_NICE}`));
};
