import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { installFonts, writeRules } from "./install.ts";

/**
 * Makes what appears under `/opt`: `fonts` with the files and fontconfig's rules. Its cache is made anew in `/tmp`, which
 * takes 0.1 s: one that was made elsewhere would count as old.
 */
export const fontsLayer = async (folder: string, tell?: (line: string) => void): Promise<void> => {
  await installFonts(tell);
  await mkdir(join(folder, "fonts"), { recursive: true });
  await cp(join(fontsFolder, "files"), join(folder, "fonts/files"), { recursive: true });
  await writeRules(join(folder, "fonts"), "/opt/fonts");
};
