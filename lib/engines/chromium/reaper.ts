import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { config } from "../../config.ts";
import { assertSpawned, hasNotExited } from "../../workers/child-process.ts";

/**
 * Reads its input until the end, which comes when this process ends in any way. Then it kills every process group whose
 * number is in the folder, and removes the folder. A Chromium whose page loops would not end by itself.
 */
const REAPER_SCRIPT = `
trap '' HUP INT TERM
read -r _
for pid in "$1"/*.pid; do kill -s KILL -- "-$(cat "$pid")" 2>/dev/null; done
rm -rf "$1" || { sleep 1; rm -rf "$1"; }`;

/**
 * The file that holds the number of a browser's process group, beside the folder of the browser. The browser cannot write there:
 * otherwise it could choose whom the reaper kills.
 */
export const processFileOf = (home: string): string => `${home}.pid`;

let reaper: { readonly folder: string; readonly shell: ChildProcess } | undefined;

/**
 * Starts the reaper unless it runs; returns the folder that it watches. There each browser has a folder, and beside it a file
 * that holds the number of its process group. Browsers and folder do not outlive this process. Throws an Error if the reaper
 * cannot be started.
 */
export const startReaper = (): string => {
  const known = reaper && existsSync(reaper.folder) ? reaper : undefined;
  if (known !== undefined && hasNotExited(known.shell)) return known.folder;
  const folder = known?.folder ?? mkdtempSync(join(config.temp, "platen-chromium-"));
  const shell = spawn("/bin/sh", ["-c", REAPER_SCRIPT, "sh", folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: "/usr/bin:/bin" },
  });
  reaper = { folder, shell };
  assertSpawned(shell).unref();
  return folder;
};

/** Stops the reaper; resolves when its folder and the processes in it are gone. */
export const stopReaper = async (): Promise<void> => {
  if (reaper === undefined) return;
  const { folder, shell } = reaper;
  reaper = undefined;
  shell.ref();
  const ended = hasNotExited(shell) ? once(shell, "exit") : undefined;
  shell.stdin?.end();
  await ended;
  rmSync(folder, { recursive: true, force: true });
};
