import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, rmdir } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { config } from "../../config.ts";
import { fontsFolder } from "../../fonts/folder.ts";
import { MB } from "../../settings/megabyte.ts";
import { assertSpawned, endFirstWithoutMemory } from "../../workers/child-process.ts";
import { makeTempFolder } from "../../workers/temp-folder.ts";
import { tree, zygoteCommand } from "./installation.ts";
import { unpackTree } from "./unpack.ts";
import { OfficeZygote, type ZygoteProcess } from "./zygote.ts";
import { type Macro, warmUpLine } from "./zygote-protocol.ts";

/** The zygote's environment. It inherits nothing from this process, whose environment may hold the operator's secrets. */
const environment = (home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  TMPDIR: home,
  FONTCONFIG_FILE: join(fontsFolder, "office.conf"),
  // A second malloc arena grows page by page. If another thread reads a sheet, that takes hundreds of system calls.
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
 * process alive. Throws an Error if it cannot be started.
 */
const startLibreOffice = (home: string): ZygoteProcess => {
  const [program, ...programArguments] = zygoteCommand();
  const child = spawn(program, [...programArguments, fontsFolder, home, String(config.officeMemoryMb * MB)], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true, // It gets another process group, because Ctrl-C must not end running jobs.
    cwd: home,
    env: environment(home),
  });
  const spawned = assertSpawned(child);
  endFirstWithoutMemory(spawned.pid);
  for (const handle of [child, child.stdin, child.stdout] as (ChildProcess | Socket)[]) handle.unref();
  child.stdin.on("error", () => {}); // The process has ended, which its "close" event reports.
  return spawned;
};

/** The folder for the results of the warm-up, in the zygote's home. */
const WARM_UP_FOLDER = "warm-up";

/** The extension of the warm-up document of each macro. */
const WARM_UP_EXTENSIONS: Readonly<Record<Macro, string>> = { Word: "docx", Excel: "xlsx", PowerPoint: "pptx" };

/** The commands to convert a warm-up document with each macro, so that jobs find LibreOffice's code and data loaded. */
const warmUpLines = async (home: string, macros: readonly Macro[]): Promise<string> => {
  const folder = join(home, WARM_UP_FOLDER);
  await mkdir(folder);
  const lines = macros.map((macro) => {
    const source = join(tree(), `warm-up.${WARM_UP_EXTENSIONS[macro]}`);
    return warmUpLine({ macro, source, target: join(folder, "printed.pdf"), folder });
  });
  return lines.join("");
};

/** Starts a process in a new home. Returns both and the warm-up commands. Removes the home and rejects if the start fails. */
const startInHome = async (
  macros: readonly Macro[],
): Promise<{ home: string; lines: string; child: ZygoteProcess }> => {
  const home = makeTempFolder("office");
  try {
    const lines = await warmUpLines(home, macros);
    return { home, lines, child: startLibreOffice(home) };
  } catch (error) {
    // `rmdir`, because `rm` opens folders, and the start may have failed because no more files can be opened.
    await rmdir(join(home, WARM_UP_FOLDER)).catch(() => {});
    await rmdir(home).catch(() => {});
    throw error;
  }
};

/**
 * Starts a zygote and warms it up for these macros. Rejects with NotStartedError if it does not get warm, and with an Error
 * if it cannot be started.
 */
export const startOfficeZygote = async (warmMacros: ReadonlySet<Macro>): Promise<OfficeZygote> => {
  await unpackTree();
  const macros = [...warmMacros];
  const { home, lines, child } = await startInHome(macros);
  const zygote = new OfficeZygote(child, home, macros.length);
  await zygote.warmUp(lines);
  return zygote;
};
