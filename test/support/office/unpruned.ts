import { existsSync } from "node:fs";
import { cp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { debianTree } from "../../../layers/debian/tree.ts";
import pins from "../../../layers/libreoffice/package.json" with { type: "json" };
import { LIBRARIES_FOLDER } from "../../../layers/libreoffice/prune.ts";
import { libreofficeFolder } from "../../../lib/engines/office/installation.ts";

/** The packages of LibreOffice that the engines' tree does not have. */
const MORE_PACKAGES = ["draw", "impress"].flatMap((name) => [
  `libreoffice-${name}-nogui`,
  `libreoffice-uiconfig-${name}`,
]);

/** The engines' tree with all other parts of Debian's packages. It is built once, in the cache. */
export const unprunedTree = async (): Promise<string> => {
  const folder = `${libreofficeFolder}-unpruned`;
  if (existsSync(folder)) return folder;
  const { release, version, office, others } = pins.debian;
  const [packages, next] = [`${folder}.packages`, `${folder}.next`];
  const wanted = [...[...office, ...MORE_PACKAGES].map((name) => `${name}=${version}`), ...others];
  await debianTree({ release, packages: wanted, folder: packages });
  await cp(libreofficeFolder, next, { recursive: true });
  const keep = { recursive: true, force: false, dereference: true, errorOnExist: false };
  for (const name of ["program", "share", "presets"]) {
    const from = join(packages, "usr/lib/libreoffice", name);
    for (const entry of await readdir(from)) {
      await cp(join(from, entry), join(next, name, entry), keep).catch(() => {}); // It is a link to a file of a package that is not fetched.
    }
  }
  for (const file of await readdir(join(packages, LIBRARIES_FOLDER))) {
    if (file.includes(".so"))
      await cp(join(packages, LIBRARIES_FOLDER, file), join(next, "lib", file), keep).catch(() => {});
  }
  await rm(packages, { recursive: true });
  await rename(next, folder);
  return folder;
};
