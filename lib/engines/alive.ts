import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** What a process is when it has ended and only its parent does not know yet (`proc_pid_stat(5)`, field 3). */
const ENDED = "ZX";
/** The kernel's flag of a process that is being taken apart (PF_EXITING, field 9). */
const ENDING = 0x4;

/** Whether a child runs, as the kernel says: Node hears of an end only when its event loop turns, too late for the next job. */
export const isAlive = ({ pid, exitCode, signalCode }: ChildProcess): boolean => {
  if (pid === undefined || exitCode !== null || signalCode !== null) return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , , , , , flags] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return !ENDED.includes(state!) && (Number(flags) & ENDING) === 0;
  } catch {
    return !existsSync("/proc/self"); // a bare root has none to ask: there Node's word is all there is
  }
};
