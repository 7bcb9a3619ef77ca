import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { command } from "../debian/command.ts";
import { TOOLCHAIN_FOLDER } from "../xslt/build.ts";
import { type Toolchain, toolchain, type Versions } from "../xslt/toolchain.ts";

/** The launcher's program, and the compilers that made it. */
export interface Build extends Pick<Versions, "compilers"> {
  readonly program: Uint8Array;
  readonly sha256: string;
}

/** It has no C library and no start code of one, so that it runs on every Linux. */
const FLAGS = [
  ...[
    "--target=x86_64-linux-gnu",
    "-std=gnu17",
    "-O2",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-ffreestanding",
    "-fno-builtin",
  ],
  ...["-fno-stack-protector", "-fno-pic", "-mno-sse", "-static", "-nostdlib", "-nostdinc", "-fuse-ld=lld"],
  ...["-Wl,--build-id=none", "-Wl,--strip-all", "-no-pie"],
];

/** The C files of a folder, as paths from this one. */
const sourcesIn = async (folder: string): Promise<string[]> => {
  const files = await readdir(join(import.meta.dirname, folder));
  return files
    .filter((file) => file.endsWith(".c"))
    .sort()
    .map((file) => join(folder, file));
};

/** Compiles the C files of this folder and of the walls into one x86-64 program at the given path, in a second. */
export const build = async (output: string, { cc, headers, versions }: Toolchain): Promise<Build> => {
  const folder = import.meta.dirname;
  const sources = [...(await sourcesIn(".")), ...(await sourcesIn("../walls"))];
  await mkdir(dirname(output), { recursive: true });
  const includes = ["usr/include/x86_64-linux-gnu", "usr/include"].flatMap((name) => ["-isystem", join(headers, name)]);
  await command(cc, [...FLAGS, ...includes, "-o", resolve(output), ...sources], { folder });
  await chmod(output, 0o755);
  const program = await readFile(output);
  return { program, sha256: createHash("sha256").update(program).digest("hex"), compilers: versions.compilers };
};

if (import.meta.main) {
  const tools = await toolchain(TOOLCHAIN_FOLDER, { refresh: true, tell: console.log });
  const folder = resolve(import.meta.dirname, "../../lib/confinement");
  const { program, ...manifest } = await build(`${folder}/launcher.bin`, tools);
  await writeFile(`${folder}/launcher.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  console.log(`lib/confinement/launcher.bin: ${program.length} bytes, sha256 ${manifest.sha256}`);
}
