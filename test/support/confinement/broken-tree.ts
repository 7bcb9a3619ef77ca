// Makes a tree of LibreOffice whose library makes the attempts, in the folder that the argument names.
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tree } from "../../../lib/engines/office/installation.ts";

const ATTEMPTS_LIBRARY = join(import.meta.dirname, "attempts.so");

/** Makes the tree in a folder that does not exist yet, of parts of the tree `from`. */
export const makeBrokenTree = (folder: string, from = tree(), library = ATTEMPTS_LIBRARY): void => {
  for (const name of ["program", "icu"]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["lib", "zygote"]) symlinkSync(join(from, name), join(folder, name));
  for (const name of ["tree.json", "warm-up.docx", "warm-up.xlsx"]) copyFileSync(join(from, name), join(folder, name));
  copyFileSync(library, join(folder, "program/libmergedlo.so"));
  writeFileSync(join(folder, "program/targets"), "");
};

if (import.meta.main) makeBrokenTree(process.argv[2]!);
