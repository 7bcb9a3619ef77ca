import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command } from "../debian/command.ts";
import { compile } from "./compile.ts";
import { LOADER } from "./prune.ts";

const sources = join(import.meta.dirname, "graphemes");

/** What stands before break rules in ICU's data: its length, two magic bytes, and UDataInfo (unicode/udata.h) of their format 6. */
const HEADER = Buffer.alloc(32);
HEADER.set([HEADER.length, 0, 0xda, 0x27, 20, 0, 0, 0, 0, 0, 2, 0]);
HEADER.write("Brk ", 12);
HEADER.writeUInt8(6, 16);

/** Compiles `graphemes/rules.txt` by the tree's own ICU, to where that looks first when `ICU_DATA` names the tree's `icu`. */
export const compileGraphemes = async (packages: string, tree: string): Promise<void> => {
  const library = (await readdir(join(tree, "lib"))).find((file) => file.startsWith("libicuuc.so."));
  if (library === undefined) throw new Error("the packages of LibreOffice have no ICU");
  const version = library.slice("libicuuc.so.".length);
  const folder = join(tree, "icu", `icudt${version}l`, "brkitr");
  const [program, file] = [join(tree, "graphemes"), join(folder, "char.brk")];
  await mkdir(folder, { recursive: true });
  await compile(packages, [join(sources, "compile.c")], program);
  const libraries = join(tree, "lib");
  const words = ["--library-path", libraries, program, library, version, join(sources, "rules.txt"), file];
  await command(join(libraries, LOADER), words);
  await rm(program);
  await writeFile(file, Buffer.concat([HEADER, await readFile(file)]));
};
