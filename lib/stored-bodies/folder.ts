import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import { readOrCreate } from "./read-or-create.ts";
import { FOLDERS, isCurrent } from "./reference.ts";
import {
  type BodyDescription,
  type BodyStore,
  type BytePart,
  type BytesOf,
  type StoredBody,
  wrongLength,
} from "./stored-body.ts";

/** The path below which a server accepts bodies to store on its machine. */
export const PUT_PATH = "/v1/uploads/";

/** Bytes that the bodies of one account may take on this machine. */
const ACCOUNT_LIMIT_BYTES = 1024 * MB;

/** Maximum size of the first line of a file, which holds the content type of the body; the body follows. */
const HEAD_LIMIT_BYTES = 1024;

/** Bytes that are written or read in one system call. */
const CHUNK_BYTES = MB;

/** The result of a file operation; undefined if there is no such file. */
const unlessMissing = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });

const folderSize = async (folder: string, isCounted: (name: string) => boolean): Promise<number> => {
  const names = (await readdir(folder)).filter(isCounted);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};

/** Collects chunks for larger writes, because each system call takes time even for a small write. */
async function* inLargeChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let [batch, size]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of bytes) {
    batch.push(chunk);
    size += chunk.length;
    if (size < CHUNK_BYTES) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (size > 0) yield batch;
}

const readInto = async (file: FileHandle, start: number, room: Buffer, arrived: (bytes: number) => void) => {
  for (let at = 0; at < room.length; ) {
    const { bytesRead } = await file.read(room, at, Math.min(CHUNK_BYTES, room.length - at), start + at);
    if (bytesRead === 0) throw wrongLength();
    at += bytesRead;
    arrived(at);
  }
};

/** Appends chunks. If the disk becomes full, one write stores only a part of them, and only the next one fails. */
const writeWhole = async (file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> => {
  const { bytesWritten } = await file.writev(chunks);
  const whole = chunks.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < whole) await file.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
};

/** Bodies in a folder of this machine. They are sent to signed addresses of this server. The first grant creates the folder. */
export class FolderBodies implements BodyStore {
  readonly #root: string;
  /** Bytes of the bodies that arrive now, by their keys. */
  readonly #arriving = new Map<string, number>();

  constructor(root: string) {
    this.#root = root;
  }

  /** An address of this server, signed for one body until a moment (ms since 1970). */
  async address(key: string, body: BodyDescription, until: number, origin: string): Promise<string> {
    const signed = (await this.#signature(key, body, until)).toString("base64url");
    return `${origin}${PUT_PATH}${key}?until=${until}&signature=${signed}`;
  }

  /**
   * Stores a body under a key, as S3 does; `query` is that of the address. Throws INVALID_REQUEST if address, type or
   * length are not the signed ones, if the address has expired, or while it receives another body. Throws SERVICE_UNAVAILABLE
   * if the bodies of the account take too much space.
   */
  async take(key: string, query: URLSearchParams, body: BodyDescription, bytes: AsyncIterable<Buffer>): Promise<void> {
    await this.#checkAddress(key, query, body);
    if (this.#arriving.has(key)) throw new ServiceError("INVALID_REQUEST", "This address takes a body already.");
    this.#arriving.set(key, body.contentLength);
    try {
      await this.#store(key, body, bytes);
    } finally {
      this.#arriving.delete(key);
    }
  }

  async #store(key: string, body: BodyDescription, bytes: AsyncIterable<Buffer>): Promise<void> {
    await mkdir(dirname(join(this.#root, key)), { recursive: true, mode: 0o700 });
    if ((await this.#accountSize(dirname(key))) > ACCOUNT_LIMIT_BYTES) {
      throw new ServiceError("SERVICE_UNAVAILABLE", "This account has too many stored uploads.", {
        reason: "account-busy",
        retryAfter: 60,
      });
    }
    await this.put(key, body, () => bytes);
  }

  /** Stores a body as a file. The file gets its name only when it is complete. */
  async put(key: string, { contentType }: BodyDescription, bytes: BytesOf, signal?: AbortSignal): Promise<void> {
    const path = join(this.#root, key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = `${path}.${randomBytes(4).toString("hex")}`;
    try {
      await using file = await open(part, "wx", 0o600);
      await file.write(`${contentType}\n`);
      for await (const chunks of inLargeChunks(bytes())) {
        signal?.throwIfAborted();
        await writeWhole(file, chunks);
      }
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** The body under a key, or a part of it; undefined if there is none. */
  async open(key: string, part?: BytePart): Promise<StoredBody | undefined> {
    const file = await unlessMissing(open(join(this.#root, key)));
    if (file === undefined) return undefined;
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_LIMIT_BYTES), 0, HEAD_LIMIT_BYTES, 0);
      const head = buffer.subarray(0, bytesRead).indexOf("\n") + 1;
      const start = head + (part?.start ?? 0);
      const length = part ? part.end - part.start + 1 : (await file.stat()).size - head;
      return {
        contentType: buffer.toString("utf8", 0, head - 1),
        contentLength: length,
        readInto: (target, arrived) => readInto(file, start, target, arrived),
        stream: () =>
          length === 0
            ? Readable.from([]) // no file stream ends before it begins
            : file.createReadStream({ start, end: start + length - 1, highWaterMark: CHUNK_BYTES }),
        close: () => file.close(),
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Removes a body, if it is there. */
  remove(key: string): Promise<void> {
    return rm(join(this.#root, key), { force: true });
  }

  /** Removes each body that has expired by `now` (ms since 1970), also those that did not arrive completely. */
  async sweep(now = Date.now()): Promise<void> {
    for (const kind of FOLDERS) {
      const accounts = await readdir(join(this.#root, kind)).catch(() => []);
      for (const account of accounts) {
        const folder = join(this.#root, kind, account);
        for (const name of await readdir(folder)) {
          if (!isCurrent(name.replace(/\..*/, ""), now)) await rm(join(folder, name), { force: true });
        }
      }
    }
  }

  /** The complete bodies in a folder. */
  async *list(prefix: string): AsyncGenerator<{ key: string; size: number }> {
    const names = (await unlessMissing(readdir(join(this.#root, prefix)))) ?? [];
    for (const name of names.filter((each) => !each.includes(".")).sort()) {
      const file = await unlessMissing(stat(join(this.#root, prefix, name)));
      if (file !== undefined) yield { key: prefix + name, size: file.size };
    }
  }

  /** Bytes of all bodies in an account's folder; those that arrive now count with the bytes that were announced. */
  async #accountSize(folder: string): Promise<number> {
    const isStored = (name: string) => !this.#arriving.has(join(folder, name.replace(/\..*/, "")));
    const stored = await folderSize(join(this.#root, folder), isStored);
    return [...this.#arriving].reduce((sum, [key, bytes]) => sum + (dirname(key) === folder ? bytes : 0), stored);
  }

  async #checkAddress(key: string, query: URLSearchParams, body: BodyDescription): Promise<void> {
    const until = Number(query.get("until"));
    const given = Buffer.from(query.get("signature") ?? "", "base64url");
    const expected = await this.#signature(key, body, until);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      const message = "The address, Content-Type and Content-Length must be those that POST /uploads returned.";
      throw new ServiceError("INVALID_REQUEST", message);
    }
    if (until < Date.now())
      throw new ServiceError("INVALID_REQUEST", "This address has expired.", { reason: "upload-not-found" });
  }

  /** The secret of the folder. It is kept in a file, so that addresses stay valid after a restart. */
  async #secret(): Promise<Buffer> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    return readOrCreate(join(this.#root, "secret"), () => randomBytes(32));
  }

  async #signature(key: string, { contentType, contentLength }: BodyDescription, until: number): Promise<Buffer> {
    return createHmac("sha256", await this.#secret())
      .update(JSON.stringify([key, contentType, contentLength, until]))
      .digest();
  }
}
