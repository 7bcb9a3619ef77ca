import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { config } from "../../config.ts";
import { assertSpawned } from "../../workers/assert-spawned.ts";

/**
 * Waits for the end of its input, which is the end of this process however it came, then ends every process group whose
 * number lies in the folder, and removes it all. By itself a Chromium whose page loops would not notice.
 */
const SCRIPT = `
trap '' HUP INT TERM
read -r _
for home in "$1"/*; do kill -s KILL -- "-$(cat "$home/pid")" 2>/dev/null; done
rm -rf "$1" || { sleep 1; rm -rf "$1"; }`;

let holder: { readonly folder: string; readonly shell: ChildProcess } | undefined;

const runs = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/**
 * Where processes have their folders, each with its number in a file `pid`: what is in there does not outlive us.
 * Throws an Error where nothing can be started that would see to that.
 */
export const lifeline = (): string => {
  const known = holder && existsSync(holder.folder) ? holder.folder : undefined;
  if (known !== undefined && runs(holder!.shell)) return known;
  const folder = known ?? mkdtempSync(join(config.temp, "platen-chromium-"));
  const shell = spawn("/bin/sh", ["-c", SCRIPT, "sh", folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
  });
  holder = { folder, shell };
  assertSpawned(shell).unref();
  return folder;
};

/** Lets go: resolves when nothing is left of the folder and of whoever still lived in it. */
export const letGo = async (): Promise<void> => {
  if (holder === undefined) return;
  const { folder, shell } = holder;
  holder = undefined;
  shell.ref();
  const gone = runs(shell) ? once(shell, "exit") : undefined;
  shell.stdin?.end();
  await gone;
  rmSync(folder, { recursive: true, force: true });
};
