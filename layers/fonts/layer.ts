import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fontsFolder } from "../../lib/fonts/folder.ts";
import { NOTICES_FILE } from "../notices/notices.ts";
import { installFonts, writeRules } from "./install.ts";

/**
 * Builds the part of `/opt` with fonts: the files, fontconfig's rules and the notices. It has no cache, because fontconfig does not accept
 * the cache of another machine. fontconfig builds it in `/tmp`, which takes 0.1 s.
 */
export const fontsLayer = async (folder: string, log?: (line: string) => void): Promise<void> => {
  await installFonts(log);
  await mkdir(join(folder, "fonts"), { recursive: true });
  for (const part of ["files", "signs", "standard"])
    await cp(join(fontsFolder, part), join(folder, "fonts", part), { recursive: true });
  await cp(join(fontsFolder, NOTICES_FILE), join(folder, "fonts", NOTICES_FILE));
  await writeRules(join(folder, "fonts"), "/opt/fonts");
};
