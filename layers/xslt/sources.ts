import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { command } from "../debian/command.ts";
import type { Toolchain } from "./toolchain.ts";

/** Unpacks a Debian source package into a new folder and applies Debian's patches, which include security fixes. */
export const unpackSource = async (name: string, { sources, xz, patch }: Toolchain, folder: string): Promise<void> => {
  const files = await readdir(sources);
  const tarball = (part: RegExp): string => {
    const file = files.find((entry) => entry.startsWith(`${name}_`) && part.test(entry));
    if (file === undefined) throw new Error(`Debian's source of ${name} has no file like ${part}`);
    return join(sources, file);
  };
  const untar = (file: string, args: readonly string[]) => {
    const unpacker = file.endsWith(".gz") ? ["--gzip"] : ["--use-compress-program", xz];
    return command("tar", ["--extract", ...unpacker, "--file", file, "--directory", folder, ...args]);
  };

  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await untar(tarball(/\.orig\.tar\.[gx]z$/), ["--strip-components=1"]);
  await untar(tarball(/\.debian\.tar\.xz$/), []);
  const series = await readFile(join(folder, "debian/patches/series"), "utf8");
  for (const line of series.split("\n")) {
    const file = line.replace(/#.*/, "").trim();
    if (file === "") continue;
    await command(patch, ["--strip=1", "--batch", "--silent", "--force", "--input", join("debian/patches", file)], {
      folder,
    });
  }
};
