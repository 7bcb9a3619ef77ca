import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { fontsFolder } from "../../fonts/folder.ts";
import { assertSpawned } from "../../workers/assert-spawned.ts";
import { isAlive } from "../../workers/is-alive.ts";
import { flags } from "./flags.ts";
import { lifeline } from "./lifeline.ts";
import { chromiumFolder } from "./place.ts";

/** A running Chromium in a temp folder and a process group of its own. */
export interface Process {
  readonly pid: number;
  readonly alive: boolean;
  /** Its debugging pipes. */
  readonly write: Socket;
  readonly read: Socket;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** Ends it at once; resolves when neither it nor its folder is left. */
  kill(): Promise<void>;
}

const living = new Set<ChildProcess>();

const runs = ({ exitCode, signalCode, pid }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

const strike = (child: ChildProcess): void => {
  if (!runs(child)) return;
  try {
    process.kill(-child.pid!, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
};

process.on("exit", () => {
  for (const child of living) strike(child);
});

/** Nothing of this process's environment goes along: it may hold the operator's secrets. */
const environment = (home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  TMPDIR: home,
  LD_LIBRARY_PATH: join(chromiumFolder, "lib"),
  FONTCONFIG_FILE: join(fontsFolder, "fonts.conf"),
  LANG: "en_US.UTF-8",
  TZ: "UTC",
});

/** Starts a Chromium whose only way out is the guard on this port. Rejects where there are no fonts, or it cannot be started. */
export const startProcess = async (binary: string, guardPort: number): Promise<Process> => {
  const fonts = join(fontsFolder, "fonts.conf");
  if (!existsSync(fonts)) {
    throw new Error(`The font set is missing: there is no ${fonts}. The set-up of this project puts it there.`);
  }
  const home = mkdtempSync(join(lifeline(), "home-"));
  const child = spawn(binary, flags(guardPort, home), {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    cwd: home,
    env: environment(home),
  });
  try {
    writeFileSync(join(home, "pid"), `${assertSpawned(child).pid}`);
  } catch (error) {
    strike(child);
    await rm(home, { recursive: true, force: true });
    throw error;
  }
  living.add(child);
  const [, , , write, read] = child.stdio as unknown as Socket[];
  // A browser that waits for work must not keep this process alive; whoever has work does so.
  for (const handle of [child, write!, read!]) handle.unref();
  const ended = once(child, "exit").then(() => {});
  let killing: Promise<void> | undefined;
  const kill = async () => {
    child.ref();
    strike(child);
    await ended;
    living.delete(child);
    await rm(home, { recursive: true, force: true }).catch(() => {}); // it goes with the folder of all
  };
  return {
    pid: child.pid!,
    write: write!,
    read: read!,
    ended,
    get alive() {
      return isAlive(child) && existsSync(home); // without its folder, which somebody may have swept away, it prints nothing
    },
    kill: () => {
      killing ??= kill();
      return killing;
    },
  };
};
