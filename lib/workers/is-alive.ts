import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** States of a process that has ended, also while its parent has not read its exit yet (`proc_pid_stat(5)`, field 3). */
const ENDED_STATES = "ZX";
/** Flag of a process that the kernel is ending (PF_EXITING, field 9). */
const EXITING_FLAG = 0x4;

/** Whether the process with an id runs, according to the kernel; true where there is no `/proc`. */
export const isRunning = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , , , , , flags] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return !ENDED_STATES.includes(state!) && (Number(flags) & EXITING_FLAG) === 0;
  } catch {
    return !existsSync("/proc/self");
  }
};

/** Whether a child process runs: Node learns of an exit only when its event loop turns. Without `/proc` its state counts. */
export const isAlive = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null && isRunning(pid);
