import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { debianTree, type Wish } from "../debian/tree.ts";
import { COMPILERS, PACKAGES, RELEASE, SOURCES } from "./pins.ts";

/** Debian's versions of all that decides the bytes of the module, by the packages' names. */
export interface Versions {
  readonly sources: Readonly<Record<string, string>>;
  readonly compilers: Readonly<Record<string, string>>;
}

/** Programs of the toolchain, as scripts that run them with their own C library. */
export interface Toolchain {
  /** clang for wasm32-wasi with its headers and libraries. */
  readonly cc: string;
  readonly xz: string;
  readonly patch: string;
  /** Folder with Debian's source files. */
  readonly sources: string;
  readonly versions: Versions;
}

const script = async (file: string, line: string): Promise<string> => {
  await writeFile(file, `#!/bin/sh\n${line} "$@"\n`);
  await chmod(file, 0o755);
  return file;
};

/** The dynamic loader of the tree, and the folder of its libraries: their names differ by machine. */
const loader = async (root: string): Promise<string> => {
  const find = async (folder: string, name: RegExp) => {
    const found = (await readdir(folder)).find((entry) => name.test(entry));
    if (found === undefined) throw new Error(`${folder} has no ${name}: is this Debian on x86-64 or arm64?`);
    return join(folder, found);
  };
  const cpu = (await find(join(root, "usr/lib"), /^(x86_64|aarch64)-linux-gnu$/)).split("/").at(-1) ?? "";
  const libraries = [join(root, "lib", cpu), join(root, "usr/lib", cpu), join(root, "usr/lib/llvm-16/lib")];
  return `${await find(join(root, "lib", cpu), /^ld-linux-.*\.so/)} --library-path ${libraries.join(":")}`;
};

/** Fetches the compilers and sources of `pins.ts` into a folder of their own, without any change to the machine. */
export const toolchain = async (folder: string, wish: Pick<Wish, "tell" | "refresh"> = {}): Promise<Toolchain> => {
  const tree = await debianTree({
    ...wish,
    release: RELEASE,
    packages: PACKAGES,
    sources: SOURCES,
    dependencies: false,
    folder,
  });
  const versions = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, String(tree.versions[name])]));
  const root = tree.folder;
  const run = await loader(root);
  const programs = `${root}.programs`;
  await mkdir(programs, { recursive: true });
  const llvm = join(root, "usr/lib/llvm-16");
  await script(join(programs, "wasm-ld-16"), `exec ${run} ${llvm}/bin/lld -flavor wasm`);
  const target = `--target=wasm32-wasi --sysroot=${root}/usr -resource-dir ${llvm}/lib/clang/16`;
  const cc = join(programs, "cc");
  // clang finds itself (to compile: -cc1) and the linker beside what it takes for its own name
  const clang = `[ "$1" = -cc1 ] || set -- ${target} -no-canonical-prefixes -Wno-unused-command-line-argument "$@"
exec ${run} --argv0 ${cc} ${llvm}/bin/clang`;
  return {
    cc: await script(cc, clang),
    xz: await script(join(programs, "xz"), `exec ${run} ${root}/usr/bin/xz`),
    patch: await script(join(programs, "patch"), `exec ${run} ${root}/usr/bin/patch`),
    sources: join(root, "sources"),
    versions: { sources: versions(SOURCES), compilers: versions(COMPILERS) },
  };
};
