import { cp } from "node:fs/promises";
import { join } from "node:path";
import { libreofficeFolder } from "../../lib/engines/office/installation.ts";
import { packFolder } from "../pack.ts";
import { buildLibreOffice } from "./build.ts";

/** Makes what appears under `/opt`: `libreoffice/packed` with the tree, and beside it what it was made of. */
export const libreofficeLayer = async (folder: string, tell?: (line: string) => void): Promise<void> => {
  await buildLibreOffice(tell);
  await packFolder(libreofficeFolder, join(folder, "libreoffice/packed"));
  await cp(join(libreofficeFolder, "tree.json"), join(folder, "libreoffice/tree.json"));
};
