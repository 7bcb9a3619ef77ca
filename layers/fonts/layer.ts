import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { installFonts, writeRules } from "./install.ts";

/**
 * Builds the part of `/opt` with fonts: the files and fontconfig's rules. It has no cache, because fontconfig does not accept
 * the cache of another machine. fontconfig builds it in `/tmp`, which takes 0.1 s.
 */
export const fontsLayer = async (folder: string, tell?: (line: string) => void): Promise<void> => {
  await installFonts(tell);
  await mkdir(join(folder, "fonts"), { recursive: true });
  await cp(join(fontsFolder, "files"), join(folder, "fonts/files"), { recursive: true });
  await writeRules(join(folder, "fonts"), "/opt/fonts");
};
