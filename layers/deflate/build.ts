import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { command } from "../debian/command.ts";
import { debianTree, type TreeOptions } from "../debian/tree.ts";
import { noticesOf } from "../notices/notices.ts";
import { TOOLCHAIN_FOLDER } from "../xslt/build.ts";
import { RELEASE } from "../xslt/pins.ts";
import { unpackSource } from "../xslt/sources.ts";
import { type Toolchain, toolchain, type Versions } from "../xslt/toolchain.ts";

/** The module that deflates, the sources and compilers that made it, and its notices. */
interface Build extends Versions {
  readonly wasm: Uint8Array;
  readonly sha256: string;
  readonly notices: string;
}

const LIBRARY = "libdeflate";
/** The folder of Debian's source package. It is kept between builds. */
export const SOURCE_FOLDER = ".cache/deflate/source";

const LIBRARY_FILES = ["deflate_compress.c", "zlib_compress.c", "adler32.c", "utils.c"];

const COMPILER_FLAGS = [
  ...["-std=c17", "-O3", "-w", "-msimd128", "-mbulk-memory", "-ffreestanding", "-DFREESTANDING", "-nostdlib"],
  ...["--no-entry", "--stack-first", "--max-memory=1073741824", "--strip-all"].map((flag) => `-Wl,${flag}`),
  "-Wl,-z,stack-size=65536",
];

/** Fetches the source of libdeflate, and returns it with the compilers of the module for XSLT. */
export const tools = async (
  compilers: Toolchain,
  folder: string,
  options: Pick<TreeOptions, "log" | "refresh"> = {},
): Promise<Toolchain> => {
  const request = { release: RELEASE, packages: [], sources: [LIBRARY], dependencies: false, folder };
  const { folder: tree, versions } = await debianTree({ ...options, ...request });
  const sources = { [LIBRARY]: String(versions[LIBRARY]) };
  return {
    ...compilers,
    sources: join(tree, "sources"),
    versions: { sources, compilers: compilers.versions.compilers },
  };
};

/** Builds the WebAssembly module in the given folder, in seconds. */
export const build = async (folder: string, found: Toolchain): Promise<Build> => {
  const library = resolve(folder, LIBRARY);
  await unpackSource(LIBRARY, found, library);
  const output = resolve(folder, "deflate.wasm");
  // The paths for the compiler are relative, so that every folder results in the same bytes.
  const own = ["module.c", "../raster/memory.c"].map((file) => relative(library, join(import.meta.dirname, file)));
  const files = [...LIBRARY_FILES.map((file) => `lib/${file}`), ...own];
  await command(found.cc, [...COMPILER_FLAGS, "-I.", "-o", output, ...files], { folder: library });
  const wasm = await readFile(output);
  const title = `${LIBRARY} ${found.versions.sources[LIBRARY]} (Debian's source)`;
  const texts = [await readFile(join(library, "debian/copyright"), "utf8")];
  const notices = noticesOf("The WebAssembly module that deflates", [{ title, texts }]);
  return { wasm, sha256: createHash("sha256").update(wasm).digest("hex"), notices, ...found.versions };
};

if (import.meta.main) {
  const options = { refresh: true, log: console.log };
  const found = await tools(await toolchain(TOOLCHAIN_FOLDER, options), SOURCE_FOLDER, options);
  const { wasm, notices, ...manifest } = await build(".cache/deflate/build", found);
  const folder = resolve(import.meta.dirname, "../../lib/deflate");
  await writeFile(join(folder, "deflate.wasm"), wasm);
  await writeFile(join(folder, "deflate.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(folder, "deflate.notices.txt"), notices);
  console.log(`lib/deflate/deflate.wasm: ${wasm.length} bytes, sha256 ${manifest.sha256}`);
}
