import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { type Permissions, wallsOfForks } from "../../confinement/confined.ts";
import type { JobProcess } from "../../workers/process-channel.ts";
import { forkDetails, REQUEST_BYTES, ZYGOTE_LIBRARY, zygoteVariables } from "../../workers/process-zygote.ts";
import { Zygote } from "../../workers/zygote.ts";
import type { ZygoteAddon } from "../../workers/zygote-addon.ts";
import {
  assertFonts,
  type ChromiumProcess,
  codeOf,
  makeHome,
  processOf,
  register,
  removeHome,
  spawnIn,
  withFolder,
} from "./process.ts";

/** A warm Chromium that forks. */
export interface ChromiumZygote {
  readonly process: ChromiumProcess;
  /** Forks a browser behind the guard on this port. Rejects with an Error if that cannot be done. */
  fork(guardPort: number): Promise<ChromiumFork>;
}

export interface ChromiumFork extends ChromiumProcess {
  /** Lets it use all processors. Until then it uses one. */
  useAllProcessors(): void;
}

interface Processor {
  /** Its place among those that this process may use. */
  readonly number: number;
  /** The running forks that use it. */
  forks: number;
}

const processors = Array.from({ length: availableParallelism() }, (_, number): Processor => ({ number, forks: 0 }));

const leastUsedProcessor = (): Processor =>
  processors.reduce((least, next) => (next.forks < least.forks ? next : least));

/** Counts a fork on a processor until it ends or uses all. */
const forkOf = (
  { pid, socket, isAlive, kill, ended }: JobProcess,
  { home, zygote, processor }: { home: string; zygote: Zygote; processor: Processor },
): ChromiumFork => {
  let isCounted = true;
  processor.forks++;
  const uncount = (): boolean => {
    if (!isCounted) return false;
    isCounted = false;
    processor.forks--;
    return true;
  };
  void ended.then(uncount);
  const end = async () => {
    kill();
    await ended;
  };
  const useAllProcessors = () => {
    if (uncount() && isAlive()) zygote.useAllProcessors(pid).catch(() => {}); // it ends with its zygote
  };
  return Object.assign(withFolder({ pid, home, write: socket, read: socket, ended, isAlive, end }), {
    useAllProcessors,
  });
};

const forkIn = async (zygote: Zygote, guardPort: number): Promise<ChromiumFork> => {
  const home = makeHome();
  const processor = leastUsedProcessor();
  let fork: ChromiumFork | undefined;
  try {
    const details = forkDetails({ port: guardPort, processor: processor.number, home });
    fork = forkOf(await zygote.fork(details), { home, zygote, processor });
    register(fork.pid, home);
    return fork;
  } catch (error) {
    await (fork === undefined ? removeHome(home) : fork.kill());
    throw error;
  }
};

/**
 * Starts a Chromium that forks on request. It loads no document, so its guard on this port is not the guard of any fork.
 * Throws an Error if the font set is missing or Chromium does not start.
 */
export const spawnBrowserZygote = (binary: string, guardPort: number, addon: ZygoteAddon): ChromiumZygote => {
  assertFonts();
  const home = makeHome();
  const code = codeOf(binary);
  // The rules of the forks, which hold in addition, name the one folder and the one port of each.
  const permissions: Permissions = {
    read: [...code.read, "/proc"],
    execute: [...code.execute, ZYGOTE_LIBRARY],
    write: [dirname(home)],
    connect: "any",
    mayFork: true,
  };
  const env = { ...zygoteVariables(wallsOfForks(code)), ZYGOTE_PORT: String(guardPort), ZYGOTE_HUGE_PAGES: "yes" };
  const spawn = (channel: number) => spawnIn(home, binary, { guardPort, permissions, channel, env });
  const zygote = new Zygote({ spawn, requestBytes: REQUEST_BYTES }, addon);
  return {
    process: processOf(zygote.child, home),
    fork: (port) => forkIn(zygote, port),
  };
};
