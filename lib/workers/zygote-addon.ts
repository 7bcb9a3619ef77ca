import { fileURLToPath } from "node:url";

/** The functions of `layers/zygote`. A negative number is an error number of the kernel. */
export interface ZygoteAddon {
  /** Returns the descriptors of a pair of connected sockets. */
  createPair(): [number, number];
  /** Sends a zygote a request, and with it at most two descriptors. */
  send(channel: number, request: Uint8Array, ...descriptors: readonly number[]): number;
  /**
   * Serves requests. In a fork it returns the descriptor that the fork serves. In the zygote it returns undefined when no
   * request is there, unless it may wait for one.
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
