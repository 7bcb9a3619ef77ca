import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes a folder for the tests of this process, and returns its real path. It goes when the process ends: only then have
 * the programs been killed that write into it.
 */
export const temporaryFolder = (name: string): string => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `platen-${name}-`));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
};
