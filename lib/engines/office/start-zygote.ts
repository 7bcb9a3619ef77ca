import type { ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../../config.ts";
import { tree } from "./installation.ts";
import { startProcess } from "./process.ts";
import { unpackTree } from "./unpack.ts";
import { Zygote } from "./zygote.ts";
import { type Macro, warmUpLine } from "./zygote-protocol.ts";

/** The folder for the results of the warm-up, in the zygote's home. */
const WARM_UP_FOLDER = "warm-up";

/** The commands to convert a warm-up document with each macro, so that jobs find LibreOffice's code and data loaded. */
const warmUpLines = async (home: string, macros: readonly Macro[]): Promise<string> => {
  const folder = join(home, WARM_UP_FOLDER);
  await mkdir(folder);
  const lines = macros.map((macro) => {
    const source = join(tree(), `warm-up.${macro === "Word" ? "docx" : "xlsx"}`);
    return warmUpLine({ macro, source, target: join(folder, "printed.pdf"), folder });
  });
  return lines.join("");
};

/** Starts a process in a new home. Gives both and the warm-up commands. Removes the home and rejects where the start fails. */
const startInHome = async (macros: readonly Macro[]): Promise<{ home: string; lines: string; child: ChildProcess }> => {
  const home = await mkdtemp(join(config.temp, "platen-office-"));
  try {
    const lines = await warmUpLines(home, macros);
    return { home, lines, child: startProcess(home) };
  } catch (error) {
    // `rmdir`, because `rm` opens folders, and the start may have failed because no more files can be opened.
    await rmdir(join(home, WARM_UP_FOLDER)).catch(() => {});
    await rmdir(home).catch(() => {});
    throw error;
  }
};

/**
 * Starts a zygote and warms it up for these macros. Rejects with NotBegunError where it does not get warm, and with an Error
 * where it cannot be started.
 */
export const startZygote = async (warmMacros: ReadonlySet<Macro>): Promise<Zygote> => {
  await unpackTree();
  const macros = [...warmMacros];
  const { home, lines, child } = await startInHome(macros);
  const zygote = new Zygote(child, home, macros.length);
  await zygote.warmUp(lines);
  return zygote;
};
