import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import manifest from "../../../layers/libreoffice/package.json" with { type: "json" };
import { config } from "../../config.ts";
import type { EngineRelease } from "../../workers/warm.ts";
import { folderInUse } from "../release.ts";

const cache = resolve(import.meta.dirname, "../../../.cache");

/** The folder in which set-up builds LibreOffice. */
export const libreofficeSetUpFolder = `${cache}/libreoffice-${manifest.version}`;

/** The folder of LibreOffice: an unpacked tree with its `tree.json`, or the layer's `tree.json` and packed tree. */
export const libreofficeFolder = resolve(
  config.libreoffice ?? (config.runtimeApi ? "/opt/libreoffice" : folderInUse(libreofficeSetUpFolder)),
);

/** The packed tree of a layer. Layers are packed, because Lambda limits them to 250 MB. */
export const packedTree = join(libreofficeFolder, "packed");

/** The folder of the unpacked tree, which may have to be unpacked first: LibreOffice, `zygote` and warm-up documents. */
export const tree = (): string =>
  existsSync(packedTree) ? join(config.temp, `platen-libreoffice-${manifest.version}`) : libreofficeFolder;

/** The command that starts the zygote with the tree's own C library. */
export const zygoteCommand = (): [string, ...string[]] => {
  const folder = tree();
  const libraries = ["program", "lib"].map((name) => join(folder, name)).join(":");
  return [join(folder, "lib/ld-linux-x86-64.so.2"), "--library-path", libraries, join(folder, "zygote"), folder];
};

const description = join(libreofficeFolder, "tree.json");
let known: EngineRelease | undefined;

/** The release of the installed LibreOffice; undefined if there is none. */
export const libreofficeRelease = (): EngineRelease | undefined => {
  if (known === undefined && existsSync(description)) {
    const { libreoffice: version, released } = JSON.parse(readFileSync(description, "utf8"));
    known = { version, released };
  }
  return known;
};

/** Its version, such as `25.2.3`. */
export const libreofficeVersion = (): string | undefined => libreofficeRelease()?.version;
