import { readdirSync, writeFileSync } from "node:fs";
import { setPriority } from "node:os";
import { dirname } from "node:path";

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
