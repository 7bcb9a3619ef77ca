import { fileURLToPath } from "node:url";

/** The addon of `layers/undumpable`. */
const ADDON = fileURLToPath(new URL("./undumpable.node", import.meta.url));

/** The addon's exports: what it found out about the kernel when it was loaded. */
interface KernelWalls {
  /** The version of Landlock, 0 without it. */
  readonly landlock: number;
  /** 1 if system calls can be filtered, else 0. */
  readonly seccomp: number;
}

let found: KernelWalls | undefined;

export const isUndumpable = (): boolean => found !== undefined;

/** The walls that the addon has found; undefined until this process has been made undumpable. */
export const kernelWalls = (): KernelWalls | undefined => found;

/**
 * Denies other processes of this user the memory, the environment and the open files of this process (PR_SET_DUMPABLE,
 * `prctl(2)`). Programs that it starts afterwards are not affected. Returns false if that cannot be done, which includes
 * every system but x86-64 Linux. Root can read the process all the same.
 */
export const makeUndumpable = (): boolean => {
  try {
    if (process.platform === "linux" && process.arch === "x64") {
      const addon = { exports: {} };
      process.dlopen(addon, ADDON);
      found = addon.exports as KernelWalls;
    }
  } catch {
    // The caller reports it.
  }
  return isUndumpable();
};
