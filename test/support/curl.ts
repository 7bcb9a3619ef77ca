import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { debianTree } from "../../layers/debian/tree.ts";

/** The command of curl: the machine's own, otherwise Debian's with its libraries. */
export const curl = async (): Promise<string> => {
  if (spawnSync("curl", ["--version"]).status === 0) return "curl";
  const { folder } = await debianTree({ release: "bookworm", packages: ["curl"], folder: ".cache/test/curl" });
  const [cpu, loader] =
    process.arch === "arm64" ? ["aarch64", "ld-linux-aarch64.so.1"] : ["x86_64", "ld-linux-x86-64.so.2"];
  const libraries = [`lib/${cpu}-linux-gnu`, `usr/lib/${cpu}-linux-gnu`].map((path) => resolve(folder, path));
  return `${join(libraries[0]!, loader)} --library-path ${libraries.join(":")} ${resolve(folder, "usr/bin/curl")}`;
};
