import { cp } from "node:fs/promises";
import { join } from "node:path";
import { libreofficeFolder } from "../../lib/engines/office/installation.ts";
import { NOTICES_FILE } from "../notices/notices.ts";
import { packFolder } from "../pack.ts";
import { buildLibreOffice } from "./build.ts";

/** Builds the part of `/opt` with LibreOffice: `libreoffice/packed` with the tree, its `tree.json` and its notices. */
export const libreofficeLayer = async (folder: string, log?: (line: string) => void): Promise<void> => {
  await buildLibreOffice(log);
  await packFolder(libreofficeFolder, join(folder, "libreoffice/packed"), { without: [NOTICES_FILE] });
  for (const name of ["tree.json", NOTICES_FILE]) {
    await cp(join(libreofficeFolder, name), join(folder, "libreoffice", name));
  }
};
