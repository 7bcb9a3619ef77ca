import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOTICES_FILE } from "../notices/notices.ts";
import { packFolder } from "../pack.ts";
import { chromiumNotices } from "./notices.ts";
import { unpackChromium } from "./unpack.ts";

/**
 * Builds the part of `/opt` with Chromium: `chromium/packed` with the binary, `chromium/lib` with libraries that Lambda
 * lacks, and the notices.
 */
export const chromiumLayer = async (folder: string, log?: (line: string) => void): Promise<void> => {
  const scratch = await mkdtemp(join(tmpdir(), "platen-layer-"));
  try {
    const unpacked = join(scratch, "chromium");
    await unpackChromium(undefined, { folder: unpacked });
    await mkdir(join(folder, "chromium"), { recursive: true });
    await cp(join(unpacked, "lib"), join(folder, "chromium/lib"), { recursive: true });
    await rm(join(unpacked, "lib"), { recursive: true });
    await packFolder(unpacked, join(folder, "chromium/packed"));
    await writeFile(join(folder, "chromium", NOTICES_FILE), await chromiumNotices(log));
  } finally {
    await rm(scratch, { recursive: true });
  }
};
