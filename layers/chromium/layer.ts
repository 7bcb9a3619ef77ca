import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packFolder } from "../pack.ts";
import { unpackChromium } from "./unpack.ts";

/**
 * Builds the part of `/opt` with Chromium: `chromium/packed` with the binary, and `chromium/lib` with libraries that Lambda
 * lacks.
 */
export const chromiumLayer = async (folder: string): Promise<void> => {
  const scratch = await mkdtemp(join(tmpdir(), "platen-layer-"));
  try {
    const unpacked = join(scratch, "chromium");
    await unpackChromium(undefined, unpacked);
    await mkdir(join(folder, "chromium"), { recursive: true });
    await cp(join(unpacked, "lib"), join(folder, "chromium/lib"), { recursive: true });
    await rm(join(unpacked, "lib"), { recursive: true });
    await packFolder(unpacked, join(folder, "chromium/packed"));
  } finally {
    await rm(scratch, { recursive: true });
  }
};
