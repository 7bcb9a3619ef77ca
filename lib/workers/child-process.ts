import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** A child process that has started. */
export type Spawned<Child extends ChildProcess = ChildProcess> = Child & { readonly pid: number };

const isSpawned = <Child extends ChildProcess>(child: Child): child is Spawned<Child> => child.pid !== undefined;

/**
 * Returns a child process that was spawned just now. Throws an Error of one line if the machine has no room for it
 * or its program does not exist. Node only emits an event for these errors, and without a listener it would end this process.
 */
export const assertSpawned = <Child extends ChildProcess>(child: Child): Spawned<Child> => {
  child.on("error", () => {}); // a later failure shows as the exit of the child
  if (isSpawned(child)) return child;
  const { spawnfile } = child;
  throw new Error(existsSync(spawnfile) ? "There is no room for another process." : `${spawnfile} does not exist.`);
};

/** States of a process that has ended, also while its parent has not read its exit yet (`proc_pid_stat(5)`, field 3). */
const ENDED_STATES = "ZX";
/** Flag of a process that the kernel is ending (PF_EXITING, field 9). */
const EXITING_FLAG = 0x4;

/** The fields of a process in its `stat` file, from the third one on, which is its state; undefined if it is gone. */
const statFields = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
};

/** When a process has started, in clock ticks since the boot of the machine (field 22); undefined if it is gone. */
export const startTimeOf = (pid: number): number | undefined => {
  const ticks = statFields(pid)?.[19];
  return ticks === undefined ? undefined : Number(ticks);
};

/** The id of a process's parent; undefined if the process is gone. */
export const parentOf = (pid: number): number | undefined => {
  const [, parent] = statFields(pid) ?? [];
  return parent === undefined ? undefined : Number(parent);
};

/** Whether the process with an id runs, according to the kernel; true if there is no `/proc`. */
export const isRunning = (pid: number): boolean => {
  const fields = statFields(pid);
  if (fields === undefined) return !existsSync("/proc/self");
  const [state = "?", , , , , , flags] = fields;
  return !ENDED_STATES.includes(state) && (Number(flags) & EXITING_FLAG) === 0;
};

/** Whether a child process has started and, as far as Node knows, not exited. */
export const hasNotExited = <Child extends ChildProcess>(child: Child): child is Spawned<Child> =>
  isSpawned(child) && child.exitCode === null && child.signalCode === null;

/** Whether a child process runs: Node learns of an exit only when its event loop goes on. Without `/proc` its state counts. */
export const isAlive = (child: ChildProcess): boolean => hasNotExited(child) && isRunning(child.pid);

/**
 * When memory runs out, the kernel ends the processes with the highest values first (`proc_pid_oom_score_adj(5)`): those with
 * this one, which is the highest of all, and then zygotes, with which all their forks end.
 */
const FIRST_TO_END = 1000;
export const ZYGOTE_TO_END = 500;

/** Lets the kernel end an engine's process, and those that it starts, before the server when memory runs out. */
export const endFirstWithoutMemory = (pid: number, value = FIRST_TO_END): void => {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, `${value}`);
  } catch {
    // The process has ended, or this system has no such file.
  }
};
