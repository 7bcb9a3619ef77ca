import { createHash } from "node:crypto";
import { closeSync, openSync, writevSync } from "node:fs";
import type { OutputBody } from "../../output/output.ts";

/** Bytes that are held in memory before they are written to disk. */
const HELD_LIMIT_BYTES = 4_194_304;
/** Chunks that one system call writes. */
const CHUNKS_PER_WRITE = 512;

/** An output that is written from beginning to end. A small one stays in memory; a larger one goes to disk. */
export class OutputFile {
  readonly #path: string | undefined;
  #descriptor: number | undefined;
  readonly #chunks: Uint8Array[] = [];
  readonly #hash = createHash("sha256");
  #heldBytes = 0;
  #length = 0;

  /** Without a path all bytes stay in memory. */
  constructor(path: string | undefined) {
    this.#path = path;
  }

  /** The number of bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** Writes bytes, which must not change afterwards. */
  write(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#hash.update(bytes);
    this.#heldBytes += bytes.length;
    this.#length += bytes.length;
    if (this.#heldBytes > HELD_LIMIT_BYTES && this.#path !== undefined) this.#flush(this.#path);
  }

  /** A SHA-256 digest of the bytes so far. */
  digest(): Buffer {
    return this.#hash.copy().digest();
  }

  /** Ends the output; gives its bytes, or the file at its path. */
  finish(): OutputBody {
    const path = this.#path;
    if (this.#descriptor === undefined || path === undefined) return Buffer.concat(this.#chunks);
    this.#flush(path);
    this.close();
    return { path, size: this.#length };
  }

  /** Closes the file on disk, finished or not. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #flush(path: string): void {
    this.#descriptor ??= openSync(path, "wx", 0o600);
    while (this.#chunks.length > 0) {
      const batch = this.#chunks.splice(0, CHUNKS_PER_WRITE);
      const size = batch.reduce((sum, { length }) => sum + length, 0);
      let written = writevSync(this.#descriptor, batch);
      while (written < size) {
        // The system may write only a part.
        written += writevSync(this.#descriptor, [Buffer.concat(batch).subarray(written)]);
      }
    }
    this.#heldBytes = 0;
  }
}
