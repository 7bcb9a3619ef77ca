import { cpSync, symlinkSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** What a copy has by a link, or does without. */
const LEFT_OUT = new Set(["node_modules", ".cache", ".git", ".platen", "dist"]);

/** A copy of the project without its engines, with the packages by a link. It goes with the tests. */
export const copyProject = (): string => {
  const copy = temporaryFolder("copy");
  cpSync(".", copy, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(".", path)) });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  return copy;
};
