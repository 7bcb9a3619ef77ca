import { readdirSync, readFileSync, readlinkSync } from "node:fs";

const attempt = <Result>(read: () => Result, fallback: Result): Result => {
  try {
    return read();
  } catch {
    return fallback; // The process has ended in the meantime.
  }
};

const childrenOf = (pid: number): string[] =>
  attempt(() => readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean), []);

/** Whether a process has a file of this folder open. */
const usesFolder = (pid: string, folder: string): boolean => {
  const files = attempt(() => readdirSync(`/proc/${pid}/fd`), []);
  return files.some((file) => attempt(() => readlinkSync(`/proc/${pid}/fd/${file}`), "").startsWith(`${folder}/`));
};

/**
 * Gives a function that finds the process of a job: the child of the zygote that has the job's files open. It gives the
 * process's `stat` file in `/proc`, and an empty text as long as no child has opened them.
 */
export const childOfJob = (zygotePid: number, folder: string): (() => string) => {
  let child: string | undefined;
  return () => {
    child ??= childrenOf(zygotePid).find((pid) => usesFolder(pid, folder));
    return child === undefined ? "" : `/proc/${child}/stat`;
  };
};
