import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { unavailable } from "./debian.ts";
import { debianPackage } from "./debian-package.ts";

const isHere = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/**
 * Puts programs of one of Debian's packages on the PATH, with their own libraries, if the machine has none of its own.
 * Returns why that is not possible, for a skipped test; false if they can be used.
 */
export const debianPrograms = async (name: string, programs: readonly string[]): Promise<string | false> => {
  if (programs.every(isHere)) return false;
  try {
    const { folder, commandOf } = await debianPackage(name);
    const wrappers = resolve(folder, "wrappers");
    mkdirSync(wrappers, { recursive: true });
    for (const program of programs)
      writeFileSync(join(wrappers, program), `#!/bin/sh\nexec ${commandOf(program)} "$@"\n`, { mode: 0o755 });
    process.env["PATH"] = `${wrappers}:${process.env["PATH"]}`;
    return false;
  } catch (error) {
    return unavailable(error);
  }
};

/** Puts poppler's programs on the PATH. Returns why that is not possible; false if they can be used. */
export const popplerPrograms = () => debianPrograms("poppler-utils", ["pdftoppm", "pdftotext", "pdfinfo"]);
