import { createReadStream, createWriteStream, globSync, statSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { unpackChromium } from "./unpack.ts";

/** What Lambda takes of a function and all its layers, unzipped; the function itself is some 2 MB of it. */
const MOST = 250 * 1024 * 1024 - 5_000_000;

/** Bytes of all files under the folder. */
const sizeOf = (folder: string): number =>
  globSync(`${folder}/**/*`).reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0);

/**
 * Makes the folder of a Lambda layer, which appears under `/opt`: `chromium/` with the binary as zstd, and `fonts/` when
 * a folder of fonts installed for `/opt/fonts` is given. Resolves with its size in bytes; throws where Lambda would not
 * take it.
 */
export const buildChromiumLayer = async (folder: string, fonts?: string, level = 9): Promise<number> => {
  const scratch = await mkdtemp(join(tmpdir(), "platen-layer-"));
  try {
    const unpacked = join(scratch, "chromium");
    await unpackChromium(undefined, unpacked);
    await mkdir(join(folder, "chromium"), { recursive: true });
    await pipeline(
      createReadStream(join(unpacked, "chromium")),
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: level } }),
      createWriteStream(join(folder, "chromium/chromium.zst")),
    );
    await cp(join(unpacked, "lib"), join(folder, "chromium/lib"), { recursive: true });
    if (fonts !== undefined) await cp(fonts, join(folder, "fonts"), { recursive: true, preserveTimestamps: true });
  } finally {
    await rm(scratch, { recursive: true });
  }
  const size = sizeOf(folder);
  if (size > MOST) throw new Error(`The layer has ${size} bytes, more than the ${MOST} that Lambda leaves for it.`);
  return size;
};
