import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import manifest from "../../../layers/libreoffice/package.json" with { type: "json" };
import { config } from "../../config.ts";

const cache = resolve(import.meta.dirname, "../../../.cache");

/** Where LibreOffice is found: a tree that stands, with its `tree.json`, or the layer's, `packed`, with one beside it. */
export const libreofficeFolder = resolve(
  config.libreoffice ?? (config.runtimeApi ? "/opt/libreoffice" : `${cache}/libreoffice-${manifest.version}`),
);

/** The packed tree, which a layer brings because Lambda takes no more than 250 MB. */
export const packedTree = join(libreofficeFolder, "packed");

/** Where the tree stands, or will once it is unpacked: its folders, `zygote`, and documents to warm up with. */
export const tree = (): string =>
  existsSync(packedTree) ? join(config.temp, `platen-libreoffice-${manifest.version}`) : libreofficeFolder;

/** What starts the zygote with the tree's own C library, whatever the machine has. */
export const zygoteCommand = (): [string, ...string[]] => {
  const folder = tree();
  const libraries = ["program", "lib"].map((name) => join(folder, name)).join(":");
  return [join(folder, "lib/ld-linux-x86-64.so.2"), "--library-path", libraries, join(folder, "zygote"), folder];
};

const description = join(libreofficeFolder, "tree.json");
let found: string | undefined;

/** The version of the LibreOffice that is there, such as `25.2.3`; undefined where none is. */
export const libreofficeVersion = (): string | undefined => {
  if (found === undefined && existsSync(description)) {
    found = (JSON.parse(readFileSync(description, "utf8")) as { libreoffice: string }).libreoffice;
  }
  return found;
};
