import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { neededBy } from "./elf.ts";
import { copyFonts } from "./fonts.ts";
import { addHyphenation } from "./hyphenation.ts";
import { COPIED_FOLDERS, EMPTY_FOLDERS, isLeftOut, isProgram, OPENED_BY_NAME } from "./parts.ts";

/** The folder of the system's libraries in a tree of packages. */
export const LIBRARIES_FOLDER = "usr/lib/x86_64-linux-gnu";

/** The dynamic loader, in the folder of libraries. */
export const LOADER = "ld-linux-x86-64.so.2";

const settings = join(import.meta.dirname, "settings");

const copyFile = async (from: string, to: string): Promise<void> => cp(await realpath(from), to);

/** Copies the parts of LibreOffice itself. */
const copyOffice = async (office: string, tree: string): Promise<void> => {
  for (const file of await readdir(join(office, "program"))) {
    if (isProgram(file)) await copyFile(join(office, "program", file), join(tree, "program", file));
  }
  for (const folder of COPIED_FOLDERS) {
    const filter = (path: string) => !isLeftOut(path) && basename(path) !== "main.xcd";
    await cp(join(office, folder), join(tree, folder), { recursive: true, dereference: true, filter });
  }
  for (const folder of EMPTY_FOLDERS) await mkdir(join(tree, folder), { recursive: true });
};

/** Copies all direct and indirect dependencies of the copied libraries: LibreOffice's own to `program`, others to `lib`. */
const copyNeeded = async (packages: string, office: string, tree: string): Promise<void> => {
  await mkdir(join(tree, "lib"), { recursive: true });
  const sources = [
    [join(office, "program"), join(tree, "program")],
    [join(packages, LIBRARIES_FOLDER), join(tree, "lib")],
  ] as const;
  const add = async (name: string): Promise<string[]> => {
    for (const [from, to] of sources) {
      if (!existsSync(join(from, name))) continue;
      if (!existsSync(join(to, name))) await copyFile(join(from, name), join(to, name));
      return [join(to, name)];
    }
    return [];
  };
  const copied = (await readdir(join(tree, "program"))).filter((file) => file.includes(".so"));
  const seen = new Set([...copied, ...OPENED_BY_NAME, LOADER]);
  const names = [...seen];
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    for (const file of await add(name)) {
      const more = neededBy(await readFile(file)).filter((needed) => !seen.has(needed));
      for (const needed of more) seen.add(needed);
      names.push(...more);
    }
  }
};

const EMPTY_LIBRARIES = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd">
<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"/>
`;

/** Where Debian's LibreOffice has the words for numbers, such as `2nd`, and where the tree has them. */
const NUMBERS = { package: "usr/share/libnumbertext", tree: "share/numbertext" };

/** Makes the tree work in any folder, writes the lockdown settings and adds the macros. */
const configure = async (packages: string, tree: string): Promise<void> => {
  const office = join(packages, "usr/lib/libreoffice");
  // Installing the Debian packages would put this file into /etc.
  const settingsOfOffice = await readFile(join(office, "share/.registry/main.xcd"), "utf8");
  const numbers = `file:///${NUMBERS.package}`;
  if (!settingsOfOffice.includes(numbers)) throw new Error(`LibreOffice's settings do not name ${numbers}`);
  const moved = settingsOfOffice.replace(numbers, `$(insturl)/${NUMBERS.tree}`);
  await writeFile(join(tree, "share/registry/main.xcd"), moved);
  await cp(join(settings, "lockdown.xcd"), join(tree, "share/registry/zz-lockdown.xcd"));
  const fundamental = join(tree, "program/fundamentalrc");
  const text = await readFile(fundamental, "utf8");
  await writeFile(fundamental, text.replace(/^BRAND_BASE_DIR=.*/m, `BRAND_BASE_DIR=\${ORIGIN}/..`));
  await writeFile(
    join(tree, "program/sofficerc"),
    `[Bootstrap]\nInstallMode=<installmode>\nURE_BOOTSTRAP=\${ORIGIN}/fundamentalrc\nHideEula=1\nLogo=0\n`,
  );
  for (const file of ["script.xlc", "dialog.xlc"]) await writeFile(join(tree, "share/basic", file), EMPTY_LIBRARIES);
  const standard = join(tree, "presets/basic/Standard");
  await cp(join(settings, "Convert.xba"), join(standard, "Convert.xba"));
  await rm(join(standard, "Module1.xba"));
  const library = join(standard, "script.xlb");
  await writeFile(library, (await readFile(library, "utf8")).replace('"Module1"', '"Convert"'));
};

/** Copies the parts of unpacked packages that turn Office files into PDF to `tree`, which then runs in any folder. */
export const prune = async (packages: string, tree: string): Promise<void> => {
  const office = join(packages, "usr/lib/libreoffice");
  await copyOffice(office, tree);
  await copyNeeded(packages, office, tree);
  await copyFonts(packages, tree);
  await addHyphenation(packages, tree);
  await cp(join(packages, NUMBERS.package), join(tree, NUMBERS.tree), { recursive: true });
  await configure(packages, tree);
};
