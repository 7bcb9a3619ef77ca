import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { join } from "node:path";

const project = join(import.meta.dirname, "..");

/** The scripts of engines that run in a process of their own for each document. */
const ENGINE_SCRIPTS = ["lib/engines/markdown/converter.ts", "lib/pdf/compress/process.ts"];

const isWritable = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Imports a script in a new process, which ends because nobody sends it a document. */
const importOnce = async (script: string, cache: string): Promise<void> => {
  const child = spawn(process.execPath, [join(project, script)], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    env: { NODE_COMPILE_CACHE: cache },
  });
  child.stdio[3]!.destroy();
  await once(child, "close");
};

/**
 * Fills Node's compile cache, if this process uses one, with the code of the engines, once for each set of packages. Engines
 * that read documents may not write there, and without the cache each of them compiles its code (0.1 s of processor time).
 */
export const fillCompileCache = async (): Promise<void> => {
  const cache = getCompileCacheDir();
  if (cache === undefined || !isWritable(cache)) return;
  const packages = createHash("sha256")
    .update(readFileSync(join(project, "package-lock.json")))
    .digest("hex");
  const stamp = join(cache, `engines-${packages.slice(0, 16)}`);
  if (existsSync(stamp)) return;
  await Promise.all(ENGINE_SCRIPTS.map((script) => importOnce(script, cache)));
  writeFileSync(stamp, "");
};
