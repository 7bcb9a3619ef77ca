import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readdir, rm, rmdir, unlink } from "node:fs/promises";
import type { Socket } from "node:net";
import { dirname, join } from "node:path";
import { confined, type Permissions } from "../../confinement/confined.ts";
import { fontsFolder } from "../../fonts/folder.ts";
import {
  assertSpawned,
  endFirstWithoutMemory,
  hasNotExited,
  isAlive,
  type Spawned,
  ZYGOTE_TO_END,
} from "../../workers/child-process.ts";
import { unpack } from "../packed.ts";
import { flags } from "./flags.ts";
import { chromiumFolder } from "./installation.ts";
import { processFileOf, startReaper } from "./reaper.ts";

let unpacking: Promise<void> | undefined;

/**
 * The path of Chromium's binary. On Lambda a layer holds the binary packed, because an unpacked one leaves no room for
 * fonts; then it is unpacked into a folder of this process. Throws an Error of one line if there is no binary.
 */
export const chromiumBinary = async (): Promise<string> => {
  const unpacked = join(chromiumFolder, "chromium");
  if (existsSync(unpacked)) return unpacked;
  const packed = join(chromiumFolder, "packed");
  if (!existsSync(packed)) {
    throw new Error(`Chromium is missing: ${unpacked} does not exist. The set-up of this project creates it.`);
  }
  const folder = join(startReaper(), "binary");
  if (!existsSync(folder)) {
    unpacking ??= unpack(packed, folder).finally(() => {
      unpacking = undefined;
    });
    await unpacking;
  }
  return join(folder, "chromium");
};

/** A running Chromium with its own temporary folder and process group. */
export interface ChromiumProcess {
  readonly pid: number;
  readonly isAlive: boolean;
  /** The only folder that it can write. */
  readonly home: string;
  /** The pipes of `--remote-debugging-pipe`. */
  readonly write: Socket;
  readonly read: Socket;
  readonly ended: Promise<void>;
  /** Kills the process group; resolves when the process has ended and its folder is removed. */
  kill(): Promise<void>;
}

const children = new Set<ChildProcess>();

const killGroup = (child: ChildProcess): void => {
  if (!hasNotExited(child)) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

process.on("exit", () => {
  for (const child of children) killGroup(child);
});

/** The browser's environment. It inherits nothing from this process, whose environment may hold the operator's secrets. */
const environment = (home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  TMPDIR: home,
  LD_LIBRARY_PATH: join(chromiumFolder, "lib"),
  FONTCONFIG_FILE: join(fontsFolder, "fonts.conf"),
  LANG: "en_US.UTF-8",
  TZ: "UTC",
});

export const assertFonts = (): void => {
  const fonts = join(fontsFolder, "fonts.conf");
  if (existsSync(fonts)) return;
  throw new Error(`The font set is missing: ${fonts} does not exist. The set-up of this project creates it.`);
};

/** Writes the number of a browser's process group for the reaper. */
export const register = (pid: number, home: string, isZygote = false): void => {
  writeFileSync(processFileOf(home), `${pid}`);
  if (isZygote) endFirstWithoutMemory(pid, ZYGOTE_TO_END);
  else endFirstWithoutMemory(pid);
};

export const makeHome = (): string => mkdtempSync(join(startReaper(), "home-"));

/** Removes a folder that holds a few files, as most do: `rm` asks the kernel more than twice as much. */
const removePlainFolder = async (folder: string): Promise<void> => {
  await Promise.all((await readdir(folder)).map((name) => unlink(join(folder, name))));
  await rmdir(folder);
};

/** Removes a browser's folder; the reaper removes what is left. */
export const removeHome = async (home: string): Promise<void> => {
  await unlink(processFileOf(home)).catch(() => {});
  await removePlainFolder(home).catch(() => rm(home, { recursive: true, force: true }).catch(() => {}));
};

/** How a browser is started, beside what all of them have. */
interface Start {
  readonly guardPort: number;
  readonly permissions: Permissions;
  /** A zygote's channel, and its variables. */
  readonly channel?: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Spawns a browser. Removes its folder if that fails. */
export const spawnIn = (home: string, binary: string, { guardPort, permissions, channel, env }: Start): Spawned => {
  const [program, ...words] = confined([binary, ...flags(guardPort, home)], permissions);
  const child = spawn(program, words, {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe", ...(channel === undefined ? [] : [channel])],
    cwd: home,
    env: { ...environment(home), ...env },
  });
  try {
    const spawned = assertSpawned(child);
    register(spawned.pid, home, channel !== undefined);
    return spawned;
  } catch (error) {
    killGroup(child);
    for (const path of [home, processFileOf(home)]) rmSync(path, { recursive: true, force: true });
    throw error;
  }
};

export const codeOf = (binary: string) => ({ read: [fontsFolder], execute: [dirname(binary), chromiumFolder] });

/** What a browser's process and a fork of one have in common. */
interface Running extends Pick<ChromiumProcess, "pid" | "home" | "write" | "read" | "ended"> {
  isAlive(): boolean;
  end(): Promise<void>;
}

export const withFolder = ({ isAlive, end, ...process }: Running): ChromiumProcess => {
  let killing: Promise<void> | undefined;
  return {
    ...process,
    get isAlive() {
      // A clean-up of the machine may remove the folder. Without it a browser prints nothing.
      return isAlive() && existsSync(process.home);
    },
    kill: () => {
      killing ??= end().then(() => removeHome(process.home));
      return killing;
    },
  };
};

export const processOf = (child: Spawned, home: string): ChromiumProcess => {
  children.add(child);
  const [, , , write, read] = child.stdio as unknown as [null, null, null, Socket, Socket];
  // An idle browser must not keep this process alive; jobs keep it alive themselves.
  for (const handle of [child, write, read]) handle.unref();
  const ended = once(child, "exit").then(() => void children.delete(child));
  const end = async () => {
    child.ref();
    killGroup(child);
    await ended;
  };
  return withFolder({ pid: child.pid, home, write, read, ended, isAlive: () => isAlive(child), end });
};

/**
 * Starts a Chromium that reaches the network only through the guard on this port. Rejects if the font set is missing or
 * Chromium does not start.
 */
export const startChromium = async (binary: string, guardPort: number): Promise<ChromiumProcess> => {
  assertFonts();
  const home = makeHome();
  const permissions = { ...codeOf(binary), write: [home], connect: guardPort };
  return processOf(spawnIn(home, binary, { guardPort, permissions }), home);
};
