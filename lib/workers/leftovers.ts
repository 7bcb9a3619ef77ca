import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../config.ts";

const NAME_START = "platen-";

/**
 * Removes what earlier processes of this environment have left in the temp folder: documents, unpacked engines. Lambda resets
 * an environment without clearing `/tmp`. Engines are unpacked anew, because what was there may have changed them.
 */
export const removeLeftovers = async (): Promise<void> => {
  const names = await readdir(config.temp).catch(() => []);
  const left = names.filter((name) => name.startsWith(NAME_START));
  await Promise.all(left.map((name) => rm(join(config.temp, name), { recursive: true, force: true }).catch(() => {})));
};
