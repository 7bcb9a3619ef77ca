import { cp } from "node:fs/promises";
import { join } from "node:path";
import { libreofficeFolder } from "../../lib/engines/office/installation.ts";
import { packFolder } from "../pack.ts";
import { buildLibreOffice } from "./build.ts";

/** Builds the part of `/opt` with LibreOffice: `libreoffice/packed` with the tree, and its `tree.json`. */
export const libreofficeLayer = async (folder: string, tell?: (line: string) => void): Promise<void> => {
  await buildLibreOffice(tell);
  await packFolder(libreofficeFolder, join(folder, "libreoffice/packed"));
  await cp(join(libreofficeFolder, "tree.json"), join(folder, "libreoffice/tree.json"));
};
