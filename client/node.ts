import { openAsBlob } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";

export { saveTo } from "./save.ts";

/**
 * A file of this machine as a source, with its name. It is read while it is sent; what is no regular file, such as a pipe, is
 * read at once.
 */
export const fromFile = async (path: string): Promise<File> => {
  const isRegular = (await stat(path)).isFile();
  return new File([isRegular ? await openAsBlob(path) : await readFile(path)], basename(path));
};
