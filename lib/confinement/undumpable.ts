import { fileURLToPath } from "node:url";

/** The addon of `layers/undumpable`. */
const ADDON = fileURLToPath(new URL("./undumpable.node", import.meta.url));

let isDone = false;

/** Whether this process has been made undumpable. */
export const isUndumpable = (): boolean => isDone;

/**
 * Denies other processes of this user the memory, the environment and the open files of this process (PR_SET_DUMPABLE,
 * `prctl(2)`). Programs that it starts afterwards are not affected. Gives false where that cannot be done, which includes
 * every system but x86-64 Linux. Root can read the process all the same.
 */
export const makeUndumpable = (): boolean => {
  try {
    if (process.platform === "linux" && process.arch === "x64") {
      process.dlopen({ exports: {} }, ADDON);
      isDone = true;
    }
  } catch {
    // The caller reports it.
  }
  return isDone;
};
