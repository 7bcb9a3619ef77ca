import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ServiceError } from "../errors.ts";
import { madeOnce } from "./made-once.ts";
import { isCurrent } from "./reference.ts";
import { type Announced, type Bodies, notWhole } from "./stored-body.ts";

/** Where a server of this machine takes bodies, below its origin. */
export const PUT_PATH = "/v1/uploads/";

/** Bytes that one account's bodies may take on this machine. */
const MOST = 1024 * 1024 * 1024;

/** A file's first line is the body's type; the body stands behind it. */
const LONGEST_HEAD = 1024;

/** Bytes that are written or read in one call of the disk. */
const AT_ONCE = 1_048_576;

/** Bodies in a folder of this machine, which takes them at addresses of its own. */
export interface FolderBodies extends Bodies {
  /**
   * Takes a body under a key, as S3 takes one: `query` is that of the address. Throws INVALID_REQUEST where address, type or
   * length are not those that were signed or the time is over, SERVICE_UNAVAILABLE where the account has sent too much.
   */
  take(key: string, query: URLSearchParams, body: Announced, bytes: AsyncIterable<Buffer>): Promise<void>;
  /** Removes every body that has lapsed by `now` (ms since 1970), whole or not. */
  sweep(now?: number): Promise<void>;
}

/** Undefined where there is no such file. */
const unlessMissing = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });

const sizeOf = async (folder: string): Promise<number> => {
  const names = await readdir(folder);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

/** Chunks in lots of so many bytes: each call of the disk takes its time, however little it writes. */
async function* gathered(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let [lot, size]: [Buffer[], number] = [[], 0];
  for await (const chunk of bytes) {
    lot.push(chunk);
    size += chunk.length;
    if (size < AT_ONCE) continue;
    yield lot;
    [lot, size] = [[], 0];
  }
  if (size > 0) yield lot;
}

const readInto = async (file: FileHandle, start: number, room: Buffer, arrived: (bytes: number) => void) => {
  for (let at = 0; at < room.length; ) {
    const { bytesRead } = await file.read(room, at, Math.min(AT_ONCE, room.length - at), start + at);
    if (bytesRead === 0) throw notWhole();
    at += bytesRead;
    arrived(at);
  }
};

/** Appends chunks; a disk that fills up takes a part of them, and fails only when it is given the rest. */
const writeWhole = async (file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> => {
  const { bytesWritten } = await file.writev(chunks);
  const whole = chunks.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < whole) await file.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
};

/** The bodies in a folder, which is made when the first one is announced. */
export const bodiesInFolder = (root: string): FolderBodies => {
  /** What addresses are signed with: the folder's own, so that a restart does not end them. */
  const secret = async (): Promise<Buffer> => {
    await mkdir(root, { recursive: true, mode: 0o700 });
    return madeOnce(join(root, "secret"), () => randomBytes(32));
  };
  const signature = async (key: string, { contentType, contentLength }: Announced, until: number): Promise<Buffer> =>
    createHmac("sha256", await secret())
      .update(JSON.stringify([key, contentType, contentLength, until]))
      .digest();

  return {
    address: async (key, body, until, origin) => {
      const signed = (await signature(key, body, until)).toString("base64url");
      return `${origin}${PUT_PATH}${key}?until=${until}&signature=${signed}`;
    },

    take: async (key, query, body, bytes) => {
      const until = Number(query.get("until"));
      const given = Buffer.from(query.get("signature") ?? "", "base64url");
      const due = await signature(key, body, until);
      if (given.length !== due.length || !timingSafeEqual(given, due)) {
        const what = "The address, Content-Type and Content-Length must be those that were given.";
        throw new ServiceError("INVALID_REQUEST", what);
      }
      if (until < Date.now()) throw new ServiceError("INVALID_REQUEST", "The time of this address is over.");
      const path = join(root, key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      if ((await sizeOf(dirname(path))) + body.contentLength > MOST) {
        throw new ServiceError("SERVICE_UNAVAILABLE", "This account has too many bodies waiting.", { retryAfter: 60 });
      }
      const part = `${path}.${randomBytes(4).toString("hex")}`;
      try {
        await using file = await open(part, "wx", 0o600);
        await file.write(`${body.contentType}\n`);
        for await (const chunks of gathered(bytes)) await writeWhole(file, chunks);
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },

    open: async (key) => {
      const path = join(root, key);
      const file = await unlessMissing(open(path));
      if (file === undefined) return undefined;
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_HEAD), 0, LONGEST_HEAD, 0);
        const start = buffer.subarray(0, bytesRead).indexOf("\n") + 1;
        const { size } = await file.stat();
        return {
          contentType: buffer.toString("utf8", 0, start - 1),
          contentLength: size - start,
          readInto: (room, arrived) => readInto(file, start, room, arrived),
          close: () => file.close(),
        };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    remove: (key) => rm(join(root, key), { force: true }),

    sweep: async (now = Date.now()) => {
      const accounts = await readdir(join(root, "in")).catch(() => []);
      for (const account of accounts) {
        const folder = join(root, "in", account);
        for (const name of await readdir(folder)) {
          if (!isCurrent(name.split(".")[0]!, now)) await rm(join(folder, name), { force: true });
        }
      }
    },
  };
};
