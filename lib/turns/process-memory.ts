import { readFileSync } from "node:fs";
import { dirname } from "node:path";

/** The size of a memory page on the machines that the engines run on. */
const PAGE_BYTES = 4096;

/** Bytes of memory that a process has in use, by its `stat` file (`proc_pid_statm(5)`); 0 if it has ended. */
export const residentBytesOf = (statFile: string): number => {
  try {
    const [, pages] = readFileSync(`${dirname(statFile)}/statm`, "latin1").split(" ");
    return PAGE_BYTES * Number(pages);
  } catch {
    return 0;
  }
};
