import { createReadStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress, constants as zlib } from "node:zlib";
import { extract } from "tar-fs";
import { packedTree, tree } from "./place.ts";

const CHUNK = 1_048_576;

/** Unpacks the layer's tree to the temp folder, where it does not stand yet: 290 MB in about half a second. */
export const unpackTree = async (): Promise<void> => {
  const folder = tree();
  if (existsSync(folder) || !existsSync(packedTree)) return;
  const next = `${folder}.${process.pid}`;
  try {
    await pipeline(
      createReadStream(packedTree, { highWaterMark: CHUNK }),
      createZstdDecompress({ chunkSize: CHUNK, params: { [zlib.ZSTD_d_windowLogMax]: 27 } }),
      extract(next) as unknown as Writable,
    );
    await rename(next, folder);
  } catch (error) {
    await rm(next, { recursive: true, force: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
};
