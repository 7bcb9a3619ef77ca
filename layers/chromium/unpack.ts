import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { extract } from "tar-fs";
import { chromiumFolder, release } from "../../lib/engines/chromium/installation.ts";
import { RELEASE_FILE } from "../../lib/engines/release.ts";
import type { EngineRelease } from "../../lib/workers/warm.ts";
import { removeInterruptedSetups } from "../interrupted-setups.ts";

const packedFolder = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "../bin");

const inflate = (file: string, into: Writable): Promise<void> =>
  pipeline(createReadStream(file), createBrotliDecompress({ chunkSize: 1024 * 1024 }), into);

/** Which Chromium `unpackChromium` unpacks, and to where: by default the installed package, to the folder that is used. */
interface ChromiumOptions {
  readonly folder?: string;
  readonly packed?: { readonly folder: string; readonly release: EngineRelease };
}

/**
 * Unpacks the Chromium of the package @sparticuz/chromium (215 MB), if it is not there already: the binary, and the libraries
 * that a minimal machine lacks. The package's switches, fonts and graphics library are not used.
 */
export const unpackChromium = async (
  log: (line: string) => void = () => {},
  { folder = chromiumFolder, packed = { folder: packedFolder, release } }: ChromiumOptions = {},
): Promise<void> => {
  if (existsSync(join(folder, "chromium"))) return;
  log(`unpacking Chromium to ${basename(folder)}`);
  await removeInterruptedSetups(folder);
  const next = `${folder}.${process.pid}`;
  await mkdir(next, { recursive: true });
  try {
    await Promise.all([
      inflate(join(packed.folder, "chromium.br"), createWriteStream(join(next, "chromium"), { mode: 0o755 })),
      // The archive holds one folder, `lib`.
      inflate(join(packed.folder, "al2023.tar.br"), extract(next) as unknown as Writable),
    ]);
    await writeFile(join(next, RELEASE_FILE), JSON.stringify(packed.release));
    await rename(next, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(join(folder, "chromium"))) throw error;
  } finally {
    await rm(next, { recursive: true, force: true });
  }
};
