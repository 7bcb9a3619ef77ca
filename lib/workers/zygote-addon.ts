import { fileURLToPath } from "node:url";

/** The functions of `layers/zygote`. A negative number is an error number of the kernel. */
export interface ZygoteAddon {
  /** Returns the descriptors of a pair of connected sockets. */
  createPair(): [number, number];
  /** Sends a zygote a request: `pid` 0 asks for a fork that serves `descriptor`, another to wait for that fork's end. */
  send(channel: number, pid: number, descriptor: number): number;
  /**
   * Serves requests. Returns in each fork the descriptor that it serves, and in the zygote undefined when nothing is asked
   * for, unless it may wait.
   */
  fork(channel: number, mayWait: 0 | 1): number | undefined;
  /** Ends this process at once, as a fork must: Node would wait for its threads, which a fork does not have. */
  leave(code: number): never;
}

const ADDON = fileURLToPath(new URL("./zygote.node", import.meta.url));

let addon: ZygoteAddon | null | undefined;

const load = (): ZygoteAddon | null => {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  try {
    const module = { exports: {} };
    process.dlopen(module, ADDON);
    return module.exports as ZygoteAddon;
  } catch {
    return null;
  }
};

/** The addon; undefined if it does not load, which includes every system but x86-64 Linux. */
export const zygoteAddon = (): ZygoteAddon | undefined => {
  if (addon === undefined) addon = load();
  return addon ?? undefined;
};
