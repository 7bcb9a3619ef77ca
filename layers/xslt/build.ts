import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compile } from "./compile.ts";
import { xsltNotices } from "./notices.ts";
import { SOURCES } from "./pins.ts";
import { unpackSource } from "./sources.ts";
import { type Toolchain, toolchain, type Versions } from "./toolchain.ts";

/** A compiled module, with the versions of its sources and compilers. */
interface Build extends Versions {
  /** The bytes of the module. */
  readonly wasm: Uint8Array;
  readonly sha256: string;
}

/** The folder of the compilers and sources. It is kept between builds. */
export const TOOLCHAIN_FOLDER = ".cache/xslt/toolchain";

/** Builds the WebAssembly module from the toolchain's sources in the given folder, which takes half a minute. */
export const build = async (folder: string, tools: Toolchain, log?: (line: string) => void): Promise<Build> => {
  const work = resolve(folder);
  await mkdir(work, { recursive: true });
  for (const name of SOURCES) await unpackSource(name, tools, join(work, name));
  log?.("compiling libxml2 and libxslt");
  const output = join(work, "xslt.wasm");
  await compile(work, tools.cc, import.meta.dirname, output);
  const wasm = await readFile(output);
  return { wasm, sha256: createHash("sha256").update(wasm).digest("hex"), ...tools.versions };
};

if (import.meta.main) {
  const log = console.log;
  const folder = ".cache/xslt/build";
  const tools = await toolchain(TOOLCHAIN_FOLDER, { refresh: true, log });
  const { wasm, ...manifest } = await build(folder, tools, log);
  const engine = resolve(import.meta.dirname, "../../lib/engines/xslt");
  await writeFile(join(engine, "xslt.wasm"), wasm);
  await writeFile(join(engine, "xslt.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await writeFile(join(engine, "xslt.notices.txt"), await xsltNotices(folder, tools));
  console.log(`lib/engines/xslt/xslt.wasm: ${wasm.length} bytes, sha256 ${manifest.sha256}`);
}
