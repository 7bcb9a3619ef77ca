import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The state and the parent of a process (`proc_pid_stat(5)`), which are readable for undumpable processes too. */
const statOf = (pid: number): { state: string; parent: number } => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state = "", parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { state, parent: Number(parent) };
};

const parentOf = (pid: number): number => statOf(pid).parent;

/** Ids of the running Chromium processes that this process, or the given one, has started. */
export const browsersOf = (parent = process.pid): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && parentOf(pid) === parent && readlinkSync(`/proc/${pid}/exe`).endsWith("/chromium");
      } catch {
        return false;
      }
    });

/** Whether the process runs; a zombie does not. */
export const isRunning = (pid: number): boolean => {
  try {
    return !/[ZX]/.test(statOf(pid).state);
  } catch {
    return false;
  }
};

/** A process by its id and the moment of its start, since another one may get the same id later; undefined if it is gone. */
export const identityOf = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const startedAt = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]; // field 22, `proc_pid_stat(5)`
    return `${pid} ${startedAt}`;
  } catch {
    return undefined;
  }
};

/** Ids of the running children of this process, or of the given one. */
export const childrenOf = (parent = process.pid): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && parentOf(pid) === parent && isRunning(pid);
      } catch {
        return false;
      }
    });

/** Id of the zygote. */
export const zygoteOf = (parent = process.pid): number | undefined =>
  childrenOf(parent).find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("/zygote"));

/** The command line of a process, each argument with a NUL at its end; empty if the process has ended. */
export const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

/** Ids of the running descendants of a process. */
export const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** The environment of a process; empty if it is kept from other processes of its user. */
export const environmentOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES") return "";
    throw error;
  }
};
