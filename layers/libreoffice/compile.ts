import { chmod, readdir } from "node:fs/promises";
import { join } from "node:path";
import { command } from "../debian/command.ts";
import { LIBRARIES_FOLDER, LOADER } from "./prune.ts";

/** The folders of the zygote's C files: its own, and those of the walls and of `/proc`, which it shares with other programs. */
const ZYGOTE_FOLDERS = ["zygote", "../walls", "../proc"].map((name) => join(import.meta.dirname, name));

/** Compiles a C program with the compiler, headers and C library of the packages, without files of the machine. */
export const compile = async (packages: string, files: readonly string[], program: string): Promise<void> => {
  const libraries = join(packages, LIBRARIES_FOLDER);
  await command(join(libraries, LOADER), [
    ...["--library-path", libraries, join(packages, "usr/bin/tcc")],
    ...["-B", join(libraries, "tcc"), "-nostdinc", "-nostdlib", "-Wall"],
    ...[
      join(libraries, "tcc/include"),
      join(packages, "usr/include/x86_64-linux-gnu"),
      join(packages, "usr/include"),
    ].flatMap((folder) => ["-isystem", folder]),
    ...["crt1.o", "crti.o"].map((file) => join(libraries, file)),
    ...files,
    ...["libc.so.6", "libc_nonshared.a", "tcc/libtcc1.a", "crtn.o"].map((file) => join(libraries, file)),
    ...["-o", program],
  ]);
  await chmod(program, 0o755);
};

/** Compiles the zygote. */
export const compileZygote = async (packages: string, program: string): Promise<void> => {
  const files = await Promise.all(
    ZYGOTE_FOLDERS.map(async (folder) => (await readdir(folder)).map((file) => join(folder, file))),
  );
  const sources = files.flat().filter((file) => file.endsWith(".c"));
  await compile(packages, sources, program);
};
