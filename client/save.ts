import { constants, createWriteStream } from "node:fs";
import { access, chmod, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { FileAnswer } from "./answer.ts";
import { randomId } from "./random-id.ts";

const PERMISSION_BITS = 0o777;

const unlessMissing = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });

const write = async (answer: FileAnswer, path: string, flags: "w" | "wx"): Promise<void> =>
  answer.read((stream) => pipeline(Readable.fromWeb(stream as NodeReadableStream), createWriteStream(path, { flags })));

/**
 * Saves a file that the service has made. The path has its old content until the new one is complete: it is written beside
 * it and renamed. As with `cp`, a link stays a link, an existing file keeps its permissions and must be writable, and what is
 * no regular file, such as `/dev/null`, is written to.
 */
export const saveTo = async (answer: FileAnswer, path: string): Promise<void> => {
  const target = (await unlessMissing(realpath(path))) ?? path;
  const existing = await unlessMissing(stat(target));
  if (existing !== undefined) await access(target, constants.W_OK);
  if (existing !== undefined && !existing.isFile()) return write(answer, target, "w");
  const part = join(dirname(target), `.${basename(target)}.${randomId()}.part`);
  try {
    await write(answer, part, "w");
    if (existing !== undefined) await chmod(part, existing.mode & PERMISSION_BITS);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
};
