// Makes a tree of LibreOffice whose library makes the attempts, in the folder that the argument names.
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tree } from "../../../lib/engines/office/installation.ts";

/** Makes the tree in a folder that does not exist yet. */
export const makeBrokenTree = (folder: string): void => {
  for (const name of ["program", "icu"]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ["lib", "zygote"]) symlinkSync(join(tree(), name), join(folder, name));
  for (const name of ["tree.json", "warm-up.docx", "warm-up.xlsx"])
    copyFileSync(join(tree(), name), join(folder, name));
  copyFileSync(join(import.meta.dirname, "attempts.so"), join(folder, "program/libmergedlo.so"));
  writeFileSync(join(folder, "program/targets"), "");
};

if (import.meta.main) makeBrokenTree(process.argv[2]!);
