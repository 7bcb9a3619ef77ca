import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const parentOf = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/stat`, "utf8");
  return Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
};

/** Numbers of the running Chromium processes that this process, or the given one, has started. */
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

/** Whether the process runs; one that has ended and waits for its parent does not. */
export const isRunning = (pid: number): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/exe`) !== "";
  } catch {
    return false;
  }
};

/** Numbers of the processes that this one, or the given one, has started and that run. */
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

/** Number of the LibreOffice that waits for documents; its children do them. */
export const zygoteOf = (parent = process.pid): number | undefined =>
  childrenOf(parent).find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("/zygote"));

/** The words that a process was started with, each ended by a NUL; nothing where it is gone. */
export const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

/** Numbers of the running processes below one, at any depth. */
export const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
