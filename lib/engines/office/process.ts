import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { join } from "node:path";
import { config } from "../../config.ts";
import { fontsFolder } from "../../fonts/folder.ts";
import { assertSpawned } from "../../workers/assert-spawned.ts";
import { tree, zygoteCommand } from "./place.ts";

/** Nothing of this process's environment goes along: it may hold the operator's secrets. */
const environment = (home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  TMPDIR: home,
  FONTCONFIG_FILE: join(fontsFolder, "office.conf"),
  // A second arena grows by single pages: hundreds of system calls where a sheet is read in a thread of its own.
  MALLOC_ARENA_MAX: "1",
  LANG: "en_US.UTF-8",
  // Of the C library itself: files may have names in all scripts.
  LC_CTYPE: "C.UTF-8",
  // Rules of ours for where letters part (`layers/libreoffice/graphemes`).
  ICU_DATA: join(tree(), "icu"),
  TZ: "UTC",
});

const MEGABYTE = 1_048_576;

/**
 * Starts the zygote's process with a home of its own, whose input and output are the protocol of `zygote.c`. It does not
 * keep this process alive. Throws an Error where it cannot be started.
 */
export const startProcess = (home: string): ChildProcess => {
  const [program, ...words] = zygoteCommand();
  const child = spawn(program, [...words, fontsFolder, home, String(config.officeMemory * MEGABYTE)], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true, // a group of its own: Ctrl-C must not end what runs
    cwd: home,
    env: environment(home),
  });
  for (const handle of [assertSpawned(child), child.stdin, child.stdout] as (ChildProcess | Socket)[]) handle.unref();
  child.stdin?.on("error", () => {}); // it has ended, which its end tells
  return child;
};
