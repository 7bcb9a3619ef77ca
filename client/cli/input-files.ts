import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { glob, isDynamicPattern } from "tinyglobby";
import { fromFile } from "../node.ts";
import type { Source } from "../source.ts";
import { CommandError } from "./exit-codes.ts";

/** The name that stands for standard input and standard output. */
export const STANDARD_STREAM = "-";

const isFound = async (path: string): Promise<boolean> => {
  try {
    if ((await stat(path)).isDirectory()) throw new CommandError("file", `${path} is a folder`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
};

const matching = async (pattern: string): Promise<string[]> => {
  if (!isDynamicPattern(pattern)) throw new CommandError("file", `there is no file ${pattern}`);
  // Elsewhere a backslash takes the meaning from the character after it.
  const portable = process.platform === "win32" ? pattern.replaceAll("\\", "/") : pattern;
  const found = await glob(portable, { expandDirectories: false });
  if (found.length === 0) throw new CommandError("file", `no file matches ${pattern}`);
  return found.sort((a, b) => (a < b ? -1 : 1));
};

/** The files that arguments name, and `-`. A shell that leaves patterns alone has them expanded here. */
export const namedFiles = async (args: readonly string[]): Promise<string[]> => {
  if (args.filter((name) => name === STANDARD_STREAM).length > 1) {
    throw new CommandError("usage", "standard input can be read once only");
  }
  const found = await Promise.all(
    args.map(async (name) => (name === STANDARD_STREAM || (await isFound(name)) ? [name] : matching(name))),
  );
  return found.flat();
};

/** The source of a file, or of standard input. */
export const sourceOf = async (name: string): Promise<Source> =>
  name === STANDARD_STREAM ? (Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>) : fromFile(name);
