import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { debianTree, type TreeOptions } from "../debian/tree.ts";
import { COMPILERS, PACKAGES, RELEASE, SOURCES } from "./pins.ts";

/** Versions of the Debian packages that decide the bytes of the module, by name. */
export interface Versions {
  readonly sources: Readonly<Record<string, string>>;
  readonly compilers: Readonly<Record<string, string>>;
}

/** The programs of the toolchain: scripts that run them with the C library of the toolchain. */
export interface Toolchain {
  /** clang for wasm32-wasi with its headers and libraries. */
  readonly cc: string;
  readonly xz: string;
  readonly patch: string;
  /** Folder with the headers of Linux, in `usr/include`. */
  readonly headers: string;
  /** Folder with Debian's source files. */
  readonly sources: string;
  readonly versions: Versions;
}

const script = async (file: string, line: string): Promise<string> => {
  await writeFile(file, `#!/bin/sh\n${line} "$@"\n`);
  await chmod(file, 0o755);
  return file;
};

/** The command line of the tree's dynamic loader with its folders of libraries, whose names depend on the architecture. */
const loaderCommand = async (root: string): Promise<string> => {
  const find = async (folder: string, name: RegExp) => {
    const found = (await readdir(folder)).find((entry) => name.test(entry));
    if (found === undefined) throw new Error(`${folder} has no ${name}: is this Debian on x86-64 or arm64?`);
    return join(folder, found);
  };
  const cpu = (await find(join(root, "usr/lib"), /^(x86_64|aarch64)-linux-gnu$/)).split("/").at(-1) ?? "";
  const libraries = [join(root, "lib", cpu), join(root, "usr/lib", cpu), join(root, "usr/lib/llvm-16/lib")];
  return `${await find(join(root, "lib", cpu), /^ld-linux-.*\.so/)} --library-path ${libraries.join(":")}`;
};

/** Fetches the compilers and sources of `pins.ts` into a folder, without any other change on the machine. */
export const toolchain = async (
  folder: string,
  options: Pick<TreeOptions, "log" | "refresh"> = {},
): Promise<Toolchain> => {
  const tree = await debianTree({
    ...options,
    release: RELEASE,
    packages: PACKAGES,
    sources: SOURCES,
    dependencies: false,
    folder,
  });
  const versions = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, String(tree.versions[name])]));
  const root = tree.folder;
  const run = await loaderCommand(root);
  const programs = `${root}.programs`;
  await mkdir(programs, { recursive: true });
  const llvm = join(root, "usr/lib/llvm-16");
  await script(join(programs, "wasm-ld-16"), `exec ${run} ${llvm}/bin/lld -flavor wasm`);
  await script(join(programs, "ld.lld"), `exec ${run} ${llvm}/bin/lld -flavor gnu`);
  const target = `--target=wasm32-wasi --sysroot=${root}/usr -resource-dir ${llvm}/lib/clang/16`;
  const cc = join(programs, "cc");
  // clang looks for itself (for -cc1) and for the linker beside the path in argv[0]
  const clang = `[ "$1" = -cc1 ] || set -- ${target} -no-canonical-prefixes -Wno-unused-command-line-argument "$@"
exec ${run} --argv0 ${cc} ${llvm}/bin/clang`;
  return {
    cc: await script(cc, clang),
    xz: await script(join(programs, "xz"), `exec ${run} ${root}/usr/bin/xz`),
    patch: await script(join(programs, "patch"), `exec ${run} ${root}/usr/bin/patch`),
    headers: root,
    sources: join(root, "sources"),
    versions: { sources: versions(SOURCES), compilers: versions(COMPILERS) },
  };
};
