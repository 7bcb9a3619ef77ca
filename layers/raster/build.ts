import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { command } from "../debian/command.ts";
import { TOOLCHAIN_FOLDER } from "../xslt/build.ts";
import { type Toolchain, toolchain, type Versions } from "../xslt/toolchain.ts";

/** The module that compresses pictures, and the compilers that made it. */
interface Build extends Pick<Versions, "compilers"> {
  readonly wasm: Uint8Array;
  readonly sha256: string;
}

const COMPILER_FLAGS = ["-std=c17", "-O3", "-msimd128", "-mbulk-memory", "-Wall", "-Wextra", "-Werror", "-nostdlib"];

const LINKER_FLAGS = ["--no-entry", "--stack-first", "--max-memory=536870912", "--strip-all"].map(
  (flag) => `-Wl,${flag}`,
);

/** Compiles the C files of this folder into one WebAssembly module at the given path, in a second. */
export const build = async (output: string, { cc, versions }: Toolchain): Promise<Build> => {
  const folder = import.meta.dirname;
  const sources = (await readdir(folder)).filter((file) => file.endsWith(".c")).sort();
  await mkdir(dirname(output), { recursive: true });
  await command(
    cc,
    [...COMPILER_FLAGS, ...LINKER_FLAGS, "-Wl,-z,stack-size=65536", "-o", resolve(output), ...sources],
    { folder },
  );
  const wasm = await readFile(output);
  return { wasm, sha256: createHash("sha256").update(wasm).digest("hex"), compilers: versions.compilers };
};

if (import.meta.main) {
  const tools = await toolchain(TOOLCHAIN_FOLDER, { refresh: true, log: console.log });
  const folder = resolve(import.meta.dirname, "../../lib/pictures/raster");
  const { wasm, ...manifest } = await build(`${folder}/raster.wasm`, tools);
  await writeFile(`${folder}/raster.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`lib/pictures/raster/raster.wasm: ${wasm.length} bytes, sha256 ${manifest.sha256}`);
}
