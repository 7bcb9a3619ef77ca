import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { debianTree } from "../../layers/debian/tree.ts";
import { unavailable } from "./debian.ts";

const isHere = (program: string): boolean => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;

/**
 * Puts programs of one of Debian's packages on the PATH, with their own libraries, if the machine has none of its own.
 * Returns why that is not possible, for a skipped test; false if they can be used.
 */
export const debianPrograms = async (name: string, programs: readonly string[]): Promise<string | false> => {
  if (programs.every(isHere)) return false;
  try {
    const { folder } = await debianTree({ release: "bookworm", packages: [name], folder: `.cache/test/${name}` });
    const [cpu, loader] =
      process.arch === "arm64" ? ["aarch64", "ld-linux-aarch64.so.1"] : ["x86_64", "ld-linux-x86-64.so.2"];
    const libraries = [`lib/${cpu}-linux-gnu`, `usr/lib/${cpu}-linux-gnu`].map((path) => resolve(folder, path));
    const wrappers = resolve(folder, "wrappers");
    mkdirSync(wrappers, { recursive: true });
    for (const program of programs) {
      const words = [
        join(libraries[0]!, loader),
        "--library-path",
        libraries.join(":"),
        resolve(folder, "usr/bin", program),
      ];
      writeFileSync(join(wrappers, program), `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`, { mode: 0o755 });
    }
    process.env["PATH"] = `${wrappers}:${process.env["PATH"]}`;
    return false;
  } catch (error) {
    return unavailable(error);
  }
};

/** Puts poppler's programs on the PATH. Returns why that is not possible; false if they can be used. */
export const popplerPrograms = () => debianPrograms("poppler-utils", ["pdftoppm", "pdftotext", "pdfinfo"]);
