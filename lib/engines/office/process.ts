import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { join } from "node:path";
import { config } from "../../config.ts";
import { fontsFolder } from "../../fonts/folder.ts";
import { MB } from "../../settings/megabyte.ts";
import { assertSpawned } from "../../workers/assert-spawned.ts";
import { endFirstWithoutMemory } from "../../workers/end-first-without-memory.ts";
import { tree, zygoteCommand } from "./installation.ts";

/** The zygote's environment. It inherits nothing from this process, whose environment may hold the operator's secrets. */
const environment = (home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  TMPDIR: home,
  FONTCONFIG_FILE: join(fontsFolder, "office.conf"),
  // A second malloc arena grows page by page, which takes hundreds of system calls where another thread reads a sheet.
  MALLOC_ARENA_MAX: "1",
  LANG: "en_US.UTF-8",
  // The C library needs UTF-8, because file names may be in any script.
  LC_CTYPE: "C.UTF-8",
  // The folder of the grapheme cluster rules that `layers/libreoffice/graphemes` compiles.
  ICU_DATA: join(tree(), "icu"),
  TZ: "UTC",
  ...(config.sourceDateEpoch === undefined ? {} : { SOURCE_DATE_EPOCH: String(config.sourceDateEpoch) }),
});

/**
 * Starts the zygote's process in its home. Its stdin and stdout follow the protocol of `zygote.c`. It does not keep this
 * process alive. Throws an Error where it cannot be started.
 */
export const startProcess = (home: string): ChildProcess => {
  const [program, ...programArguments] = zygoteCommand();
  const child = spawn(program, [...programArguments, fontsFolder, home, String(config.officeMemoryMb * MB)], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true, // It gets another process group, because Ctrl-C must not end running jobs.
    cwd: home,
    env: environment(home),
  });
  endFirstWithoutMemory(assertSpawned(child).pid!);
  for (const handle of [child, child.stdin, child.stdout] as (ChildProcess | Socket)[]) handle.unref();
  child.stdin?.on("error", () => {}); // The process has ended, which its "close" event reports.
  return child;
};
