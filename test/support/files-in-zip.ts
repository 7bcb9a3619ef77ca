import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzip } from "./unzip.ts";

/** The files of an archive without folders, by name. */
export const filesInZip = async (zip: Uint8Array): Promise<Map<string, Buffer>> => {
  const folder = await mkdtemp(join(tmpdir(), "platen-zip-"));
  try {
    await writeFile(join(folder, "archive.zip"), zip);
    unzip(join(folder, "archive.zip"), join(folder, "files"));
    const names = (await readdir(join(folder, "files"))).sort();
    return new Map(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, "files", name))] as const)),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
};
