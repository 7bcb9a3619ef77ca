import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type Permissions, wallsOfForks } from "../../confinement/confined.ts";
import type { JobProcess } from "../../workers/process-channel.ts";
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

/** The library of `layers/browser-zygote`. */
const ZYGOTE_LIBRARY = fileURLToPath(new URL("./browser-zygote.so", import.meta.url));
/** The descriptor of a zygote's channel, after those of the protocol. */
const ZYGOTE_CHANNEL = 5;
/** `struct request` of `layers/browser-zygote/zygote.h`: two numbers and a path. */
const REQUEST_BYTES = 264;
const NUMBER_BYTES = 4;

/** A warm Chromium that forks. */
export interface ChromiumZygote {
  readonly process: ChromiumProcess;
  /** Forks a browser behind the guard on this port. Rejects with an Error if that cannot be done. */
  fork(guardPort: number): Promise<ChromiumProcess>;
  /** Resolves when it answers; rejects when it ends first. */
  ping(): Promise<void>;
}

const forkOf = ({ pid, socket, isAlive, kill, ended }: JobProcess, home: string): ChromiumProcess => {
  const end = async () => {
    kill();
    await ended;
  };
  return withFolder({ pid, home, write: socket, read: socket, ended, isAlive, end });
};

const forkIn = async (zygote: Zygote, guardPort: number): Promise<ChromiumProcess> => {
  const home = makeHome();
  const details = Buffer.alloc(REQUEST_BYTES - NUMBER_BYTES);
  details.writeInt32LE(guardPort);
  details.write(home, NUMBER_BYTES);
  let fork: ChromiumProcess | undefined;
  try {
    // A zero byte ends the path.
    if (Buffer.byteLength(home) >= REQUEST_BYTES - 2 * NUMBER_BYTES)
      throw new Error("The temporary folder's path is too long.");
    fork = forkOf(await zygote.fork(details), home);
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
export const startZygote = (binary: string, guardPort: number, addon: ZygoteAddon): ChromiumZygote => {
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
  const forkWalls = wallsOfForks(code);
  const env = {
    LD_PRELOAD: ZYGOTE_LIBRARY,
    ZYGOTE_CHANNEL: String(ZYGOTE_CHANNEL),
    ZYGOTE_PORT: String(guardPort),
    ...(forkWalls !== undefined && { FORK_WALLS: forkWalls }),
  };
  const spawn = (channel: number) => spawnIn(home, binary, { guardPort, permissions, channel, env });
  const zygote = new Zygote({ spawn, requestBytes: REQUEST_BYTES }, addon);
  return {
    process: processOf(zygote.child, home),
    fork: (port) => forkIn(zygote, port),
    ping: () => zygote.ping(),
  };
};
