import { readFileSync } from "node:fs";
import { descendantsOf } from "../../test/support/processes.ts";

/** Milliseconds of a clock tick of the kernel (USER_HZ, proc_pid_stat(5)). */
const TICK_MS = 10;
/** The places of the times in a process's `stat` file behind its name: its own, and those of children that have ended. */
const TIME_FIELDS = [11, 12, 13, 14];

const timeOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return TIME_FIELDS.reduce((sum, index) => sum + TICK_MS * Number(fields[index]), 0);
  } catch {
    return 0; // it has ended, and is counted in its parent
  }
};

/** Milliseconds of processor time of a service with all its processes. */
export const busyMs = (pid: number): number =>
  [pid, ...descendantsOf(pid)].reduce((sum, each) => sum + timeOf(each), 0);
