import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname } from "node:path";

/** The processor time that a document has for each megabyte, in addition to that of an empty one, if its work grows with it. */
export const PROCESSOR_TIME_PER_MB_MS = 1000;

const CHECK_INTERVAL_MS = 1000;
/** Milliseconds of a clock tick of the kernel (USER_HZ, `proc_pid_stat(5)`). */
const TICK_MS = 10;

/** A thread or process; `statFile` returns its file in `/proc`, whose path may become known only later. */
export interface Measured {
  statFile(): string;
}

/** The fields of a process or thread in its file, from its state on, which is field 3 (`proc_pid_stat(5)`); none if it is gone. */
const fieldsOf = (statFile: string): string[] => {
  try {
    const stat = readFileSync(statFile, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
};

/** Milliseconds of processor time that a process or thread has used; undefined if `/proc` does not have it. */
export const processorTimeOf = (statFile: string): number | undefined => {
  const { 11: user, 12: system } = fieldsOf(statFile); // utime and stime, fields 14 and 15
  return user === undefined ? undefined : TICK_MS * (Number(user) + Number(system));
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

/**
 * The nice value of long work. It gets about half of the processor time of other work (`sched(7)`), of this service and of
 * other programs alike: so short work passes it by, and on a busy machine it is only slower.
 */
const LONG_WORK_NICE = 3;

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

/** Whether a process has a session of its own: sessions are the groups between which the kernel shares time first (`sched(7)`). */
const leadsSession = (statFile: string): boolean => {
  const { 3: session } = fieldsOf(statFile);
  return session !== undefined && dirname(statFile) === `/proc/${session}`;
};

/**
 * Lowers the priority of a process with all its threads, or of one thread, named by its `stat` file in `/proc`. Threads that
 * it starts later inherit the priority. Without rights it cannot be raised again. Other processes keep theirs.
 */
export const lowerPriority = (statFile: string): void => {
  // On Linux a priority belongs to a thread.
  for (const id of threadIds(statFile)) attempt(() => setPriority(Number(id), LONG_WORK_NICE));
  // The priority of a session that others share would be theirs too, for instance that of a zygote's later forks.
  if (leadsSession(statFile)) attempt(() => writeFileSync(`${dirname(statFile)}/autogroup`, `${LONG_WORK_NICE}`));
};
