// Compiles the attempts: `attempts.bin`, a program; `fork.bin`, one that waits until it is a fork; and `attempts.so`, a library for
// Node and for the zygote of LibreOffice.
import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type Build, compile, LIBRARY_FLAGS, PROGRAM_FLAGS } from "../../../layers/launcher/build.ts";
import { TOOLCHAIN_FOLDER } from "../../../layers/xslt/build.ts";
import { type Toolchain, toolchain } from "../../../layers/xslt/toolchain.ts";

/** The flags of a program that loads the C library, which `library.c` stands for here. */
const DYNAMIC_FLAGS = ["-fPIE", "-pie", "-Wl,--no-as-needed", "-Wl,--dynamic-linker=/lib64/ld-linux-x86-64.so.2"];
const C_LIBRARY = { file: "libc.so.6", flags: [...LIBRARY_FLAGS, "-Wl,-soname,libc.so.6"] };

const PROGRAMS = ["program.c", "fork.c", "addon.c", "office.c"];
const SHAPES = {
  "attempts.bin": { flags: PROGRAM_FLAGS, entries: ["program.c"] },
  "fork.bin": { flags: DYNAMIC_FLAGS, entries: ["fork.c"] },
  "attempts.so": { flags: LIBRARY_FLAGS, entries: ["addon.c", "office.c"] },
} as const;

/** Compiles the attempts into a folder; returns each file's build. */
export const buildAttempts = async (folder: string, tools: Toolchain): Promise<Record<string, Build>> => {
  const sources = join(import.meta.dirname, "attempts");
  const launcher = join(import.meta.dirname, "../../../layers/launcher");
  const path = (file: string) => relative(launcher, join(sources, file));
  const all = (await readdir(sources)).filter((file) => file.endsWith(".c")).sort();
  const attempts = all.filter((file) => ![...PROGRAMS, "library.c"].includes(file));
  const library = join(await mkdtemp(join(tmpdir(), "platen-attempts-")), C_LIBRARY.file);
  await compile(library, tools, [...C_LIBRARY.flags, path("library.c")]);
  const builds: Record<string, Build> = {};
  for (const [name, { flags, entries }] of Object.entries(SHAPES)) {
    const words = [...attempts, ...entries].map(path);
    const libraries = name === "fork.bin" ? [library] : [];
    builds[name] = await compile(join(folder, name), tools, [...flags, "system_call.c", ...words, ...libraries]);
  }
  await rm(dirname(library), { recursive: true });
  for (const name of ["attempts.bin", "fork.bin"]) await chmod(join(folder, name), 0o755);
  return builds;
};

if (import.meta.main) {
  const tools = await toolchain(TOOLCHAIN_FOLDER, { log: console.log });
  const builds = await buildAttempts(import.meta.dirname, tools);
  const sums = Object.fromEntries(Object.entries(builds).map(([name, { sha256 }]) => [name, sha256]));
  const { compilers } = Object.values(builds)[0]!;
  await writeFile(join(import.meta.dirname, "attempts.json"), `${JSON.stringify({ sums, compilers }, null, 2)}\n`);
  console.log(sums);
}
