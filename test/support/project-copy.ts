import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { after } from "node:test";

/** What a copy has by a link, or does without. */
const LEFT_OUT = new Set(["node_modules", ".cache", ".git", ".platen", "dist"]);

/** A copy of the project without its engines, with the packages by a link. It goes with the tests. */
export const copyProject = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "platen-copy-"));
  after(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(".", copy, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(".", path)) });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  return copy;
};
