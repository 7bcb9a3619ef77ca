import { writeFileSync } from "node:fs";

/** The highest value: when memory runs out, the kernel ends these processes before any other (`proc_pid_oom_score_adj(5)`). */
const FIRST_TO_END = "1000";

/** Lets the kernel end an engine's process, and those that it starts, before the server when memory runs out. */
export const endFirstWithoutMemory = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, FIRST_TO_END);
  } catch {
    // The process has ended, or this system has no such file.
  }
};
