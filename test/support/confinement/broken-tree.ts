// Makes trees of LibreOffice that make the attempts: one whose library does, in the folder that the argument names, and a whole one
// that does with a presentation open.
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
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

const COMPONENT =
  '<component loader="com.sun.star.loader.SharedLibrary" environment="gcc3" uri="vnd.sun.star.expand:$LO_LIB_DIR/attempts.so">' +
  '<implementation name="platen.Attempts" constructor="attempts_get_implementation"><service name="platen.Attempts"/></implementation></component>';
const SAVES_SLIDES = "ExportSlides(document, target,";

const edit = (file: string, from: string, to: string): void => {
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, text.replace(from, to));
};

/** Makes a copy of the whole tree, in which a job with a presentation makes the attempts instead of saving it. */
export const makePresentationTree = (folder: string, from: string): void => {
  cpSync(from, folder, { recursive: true, verbatimSymlinks: true });
  copyFileSync(ATTEMPTS_LIBRARY, join(folder, "program/attempts.so"));
  writeFileSync(join(folder, "program/targets"), "");
  edit(join(folder, "program/services/services.rdb"), "</components>", `${COMPONENT}</components>`);
  edit(
    join(folder, "presets/basic/Standard/Convert.xba"),
    `\t\t${SAVES_SLIDES}`,
    `\t\tIf InStr(target, "warm-up") = 0 Then CreateUnoService("platen.Attempts") Else ${SAVES_SLIDES}`,
  );
};

if (import.meta.main) makeBrokenTree(process.argv[2]!);
