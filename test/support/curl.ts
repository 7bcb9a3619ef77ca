import { spawnSync } from "node:child_process";
import { debianPackage } from "./debian-package.ts";

/** The command of curl: the machine's own, otherwise Debian's with its libraries. */
export const curl = async (): Promise<string> => {
  if (spawnSync("curl", ["--version"]).status === 0) return "curl";
  return (await debianPackage("curl")).commandOf("curl");
};
