import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { command } from "../debian/command.ts";
import { TOOLCHAIN_FOLDER } from "../xslt/build.ts";
import { type Toolchain, toolchain, type Versions } from "../xslt/toolchain.ts";

/** A program or library of machine code, and the compilers that made it. */
export interface Build extends Pick<Versions, "compilers"> {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** The flags of both: they have no C library and no start code of one, so that they run on every Linux. */
const FLAGS = [
  ...["--target=x86_64-linux-gnu", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-ffreestanding"],
  ...["-fno-builtin", "-fno-stack-protector", "-mno-sse", "-nostdlib", "-nostdinc", "-fvisibility=hidden"],
  ...["-fuse-ld=lld", "-Wl,--build-id=none", "-Wl,--strip-all"],
];
/** The flags of a program, and of a library. */
export const PROGRAM_FLAGS = ["-fno-pic", "-static", "-no-pie"];
export const LIBRARY_FLAGS = ["-fPIC", "-shared"];

/** The C files of a folder beside this one, as paths from this one. */
const sourcesIn = async (folder: string): Promise<string[]> => {
  const path = join(import.meta.dirname, "..", folder);
  const files = (await readdir(path)).filter((file) => file.endsWith(".c")).sort();
  return files.map((file) => relative(import.meta.dirname, join(path, file)));
};

/** Compiles C files with these flags, whose paths begin in this folder. */
export const compile = async (
  output: string,
  { cc, headers, versions }: Toolchain,
  words: readonly string[],
): Promise<Build> => {
  await mkdir(dirname(output), { recursive: true });
  const includes = ["usr/include/x86_64-linux-gnu", "usr/include"].flatMap((name) => ["-isystem", join(headers, name)]);
  await command(cc, [...FLAGS, ...includes, "-o", resolve(output), ...words], { folder: import.meta.dirname });
  const bytes = await readFile(output);
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex"), compilers: versions.compilers };
};

/** Compiles the launcher: the C files of this folder and of the walls make one x86-64 program, in a second. */
export const buildLauncher = async (output: string, tools: Toolchain): Promise<Build> => {
  const sources = [...(await sourcesIn("launcher")), ...(await sourcesIn("walls"))];
  const build = await compile(output, tools, [...PROGRAM_FLAGS, ...sources]);
  await chmod(output, 0o755);
  return build;
};

/** Compiles the addon that makes Node's process undumpable, and knows the kernel's walls: a library that Node loads. */
export const buildUndumpable = async (output: string, tools: Toolchain): Promise<Build> => {
  const sources = [...(await sourcesIn("undumpable")), "../walls/landlock.c", "system_call.c"];
  return compile(output, tools, [...LIBRARY_FLAGS, ...sources]);
};

/** Compiles the addon by which a warm Node process forks: a library that Node loads. */
export const buildZygote = async (output: string, tools: Toolchain): Promise<Build> => {
  const sources = [
    ...(await sourcesIn("zygote")),
    ...(await sourcesIn("walls")),
    ...["mappings.c", "text.c"].map((file) => `../proc/${file}`),
    "system_call.c",
  ];
  return compile(output, tools, [...LIBRARY_FLAGS, ...sources]);
};

/** Compiles the library by which a warm Chromium forks: Chromium's process loads it before all others. */
export const buildProcessZygote = async (output: string, tools: Toolchain): Promise<Build> => {
  const sources = [
    ...(await sourcesIn("process-zygote")),
    ...(await sourcesIn("walls")),
    ...(await sourcesIn("proc")),
    "../zygote/channel.c",
    "system_call.c",
  ];
  return compile(output, tools, [...LIBRARY_FLAGS, ...sources]);
};

if (import.meta.main) {
  const tools = await toolchain(TOOLCHAIN_FOLDER, { refresh: true, log: console.log });
  const root = resolve(import.meta.dirname, "../..");
  const builds = [
    ["lib/confinement/launcher", "bin", buildLauncher],
    ["lib/confinement/undumpable", "node", buildUndumpable],
    ["lib/workers/zygote", "node", buildZygote],
    ["lib/workers/process-zygote", "so", buildProcessZygote],
  ] as const;
  for (const [name, extension, build] of builds) {
    const { bytes, ...manifest } = await build(`${root}/${name}.${extension}`, tools);
    await writeFile(`${root}/${name}.json`, `${JSON.stringify(manifest, null, 2)}\n`);
    console.log(`${name}.${extension}: ${bytes.length} bytes, sha256 ${manifest.sha256}`);
  }
}
