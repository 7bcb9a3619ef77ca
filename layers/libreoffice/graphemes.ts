import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command } from "../debian/command.ts";
import { compile } from "./compile.ts";
import { LOADER } from "./prune.ts";

const sources = join(import.meta.dirname, "graphemes");

/** The header of break rules in ICU data: its length, two magic bytes, and UDataInfo (unicode/udata.h) of format 6. */
const ICU_DATA_HEADER = Buffer.alloc(32);
ICU_DATA_HEADER.set([ICU_DATA_HEADER.length, 0, 0xda, 0x27, 20, 0, 0, 0, 0, 0, 2, 0]);
ICU_DATA_HEADER.write("Brk ", 12);
ICU_DATA_HEADER.writeUInt8(6, 16);

/**
 * Compiles `graphemes/rules.txt` with the tree's ICU into its folder `icu`. ICU reads it first if `ICU_DATA` names that
 * folder.
 */
export const compileGraphemes = async (packages: string, tree: string): Promise<void> => {
  const library = (await readdir(join(tree, "lib"))).find((file) => file.startsWith("libicuuc.so."));
  if (library === undefined) throw new Error("the packages of LibreOffice have no ICU");
  const version = library.slice("libicuuc.so.".length);
  const folder = join(tree, "icu", `icudt${version}l`, "brkitr");
  const [program, file] = [join(tree, "graphemes"), join(folder, "char.brk")];
  await mkdir(folder, { recursive: true });
  await compile(packages, [join(sources, "compile.c")], program);
  const libraries = join(tree, "lib");
  const args = ["--library-path", libraries, program, library, version, join(sources, "rules.txt"), file];
  await command(join(libraries, LOADER), args);
  await rm(program);
  await writeFile(file, Buffer.concat([ICU_DATA_HEADER, await readFile(file)]));
};
