// Compiles the attempts: `attempts.bin`, a program, and `attempts.so`, a library for Node and for the zygote of LibreOffice.
import { chmod, readdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Build, compile, LIBRARY_FLAGS, PROGRAM_FLAGS } from "../../../layers/launcher/build.ts";
import { TOOLCHAIN_FOLDER } from "../../../layers/xslt/build.ts";
import { type Toolchain, toolchain } from "../../../layers/xslt/toolchain.ts";

const SHAPES = {
  "attempts.bin": { flags: PROGRAM_FLAGS, leftOut: ["addon.c", "office.c"] },
  "attempts.so": { flags: LIBRARY_FLAGS, leftOut: ["program.c"] },
} as const;

/** Compiles the attempts into a folder; gives each file's build. */
export const buildAttempts = async (folder: string, tools: Toolchain): Promise<Record<string, Build>> => {
  const sources = join(import.meta.dirname, "attempts");
  const launcher = join(import.meta.dirname, "../../../layers/launcher");
  const files = (await readdir(sources)).filter((file) => file.endsWith(".c")).sort();
  const builds: Record<string, Build> = {};
  for (const [name, { flags, leftOut }] of Object.entries(SHAPES)) {
    const used = files.filter((file) => !(leftOut as readonly string[]).includes(file));
    const paths = used.map((file) => relative(launcher, join(sources, file)));
    builds[name] = await compile(join(folder, name), tools, [...flags, "system_call.c", ...paths]);
  }
  await chmod(join(folder, "attempts.bin"), 0o755);
  return builds;
};

if (import.meta.main) {
  const tools = await toolchain(TOOLCHAIN_FOLDER, { tell: console.log });
  const builds = await buildAttempts(import.meta.dirname, tools);
  const sums = Object.fromEntries(Object.entries(builds).map(([name, { sha256 }]) => [name, sha256]));
  const { compilers } = Object.values(builds)[0]!;
  await writeFile(join(import.meta.dirname, "attempts.json"), `${JSON.stringify({ sums, compilers }, null, 2)}\n`);
  console.log(sums);
}
