import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { debianParts } from "../notices/debian.ts";
import { noticesOf, type Part } from "../notices/notices.ts";
import { SOURCES } from "./pins.ts";
import type { Toolchain } from "./toolchain.ts";

/** The packages of the toolchain from which code gets into the module: the C library and the compiler's own functions. */
const LINKED = ["wasi-libc", "libclang-rt-16-dev-wasm32"];

/** The notices of the WebAssembly module for XSLT, from its sources, which are unpacked in `folder`, and its toolchain. */
export const xsltNotices = async (folder: string, { headers, versions }: Toolchain): Promise<string> => {
  const sourcePart = async (name: string): Promise<Part> => ({
    title: `${name} ${versions.sources[name]} (Debian's source)`,
    texts: [await readFile(join(folder, name, "debian/copyright"), "utf8")],
  });
  const linked = Object.fromEntries(LINKED.map((name) => [name, versions.compilers[name]!]));
  const parts = [...(await Promise.all(SOURCES.map(sourcePart))), ...(await debianParts(headers, linked))];
  return noticesOf("The WebAssembly module for XSLT", parts);
};
