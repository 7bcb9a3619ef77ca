import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";

/**
 * The content of a file that only its owner can read; a missing file is created. It is written completely or not at all,
 * even when the disk is full or several processes create it at once. Rejects with the system's error if it can be
 * neither read nor created.
 */
export const readOrCreate = async (file: string, make: () => string | Uint8Array): Promise<Buffer> => {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const next = `${file}.${randomBytes(4).toString("hex")}`;
  try {
    await writeFile(next, make(), { mode: 0o600, flag: "wx" });
    await link(next, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(next, { force: true });
  }
  return readFile(file);
};
