import { closeSync, openSync, writevSync } from "node:fs";
import { deflate, deflateSync } from "node:zlib";
import type { OutputBody } from "../../workers/output.ts";
import { Bytes } from "./bytes.ts";

const NONE = -1;
/** Objects that are packed together (ISO 32000-2, 7.5.7). */
const PACKED_TOGETHER = 1000;
/** Bytes that are held before they go to disk, and streams that may wait for their compression. */
const HELD = 4_194_304;
const MOST_WAITING = 64;

/** Pages are small: what a larger window would save costs more time than it is worth. */
const options = { level: 3, windowBits: 12, memLevel: 5, chunkSize: 16_384 };
/** Streams of a small file: compressing these oneself is over sooner than others would begin. */
const FEW = 100;

/** A PDF that is written from its beginning to its end, a page when it is full: what is written is not held. */
export class PdfFile {
  readonly #path: string | undefined;
  #file: number | undefined;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #length = 0;
  #streams = 0;
  readonly #joined = new Bytes();
  /** For each object: its offset, or the number of the stream that it is packed in; 0 while it is not written. */
  readonly #places = [0];
  /** For each object: its place in that stream; NONE where it is by itself. */
  readonly #within = [NONE];
  /** Objects to be packed: how many, in which stream, where each begins, and their text. */
  readonly #packing = { count: 0, id: 0, index: new Bytes(), texts: new Bytes() };
  readonly #waiting: Promise<() => void>[] = [];

  /** A file that is held in memory while it is small, or where there is no path that it could go to. */
  constructor(path: string | undefined) {
    this.#path = path;
    this.#put(Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"));
  }

  /** The number of an object that is to be written. */
  reserve(): number {
    this.#within.push(NONE);
    return this.#places.push(0) - 1;
  }

  /** Writes an object that is no stream. */
  object(id: number, text: string): void {
    this.begin(id).write(text);
  }

  /** Begins an object that is no stream: it is what is written to these bytes before the next one. */
  begin(id: number): Bytes {
    const packing = this.#packing;
    if (packing.count === PACKED_TOGETHER) this.#pack();
    if (packing.count === 0) packing.id = this.reserve();
    else packing.texts.write("\n");
    this.#places[id] = packing.id;
    this.#within[id] = packing.count++;
    packing.index.integer(id);
    packing.index.write(" ");
    packing.index.integer(packing.texts.size);
    packing.index.write(" ");
    return packing.texts;
  }

  /** Writes a stream, compressed at once. */
  stream(id: number, dictionary: string, data: Uint8Array): void {
    this.#stream(id, `${dictionary}/Filter/FlateDecode`, deflateSync(data, options));
  }

  /** Writes a stream, in its turn, once another thread has compressed it, unless the file is small. */
  streamLater(id: number, dictionary: string, pieces: readonly Uint8Array[]): void {
    if (this.#streams++ < FEW) {
      this.#joined.clear();
      for (const piece of pieces) this.#joined.append(piece);
      this.stream(id, dictionary, this.#joined.bytes);
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    deflate(Buffer.concat(pieces), options, (error, packed) => {
      if (error) reject(error);
      else resolve(() => this.#stream(id, `${dictionary}/Filter/FlateDecode`, packed));
    });
    promise.catch(() => undefined);
    this.#waiting.push(promise);
  }

  /** Resolves when no more than a few streams wait for their compression. */
  async settle(most = MOST_WAITING): Promise<void> {
    while (this.#waiting.length > most) (await this.#waiting.shift()!)();
  }

  /** Ends the file; gives its bytes, or the file at its path. */
  async finish(root: number, info: number): Promise<OutputBody> {
    this.#pack();
    await this.settle(0);
    const id = this.reserve();
    const offset = this.#length;
    this.#places[id] = offset;
    const size = this.#places.length;
    const rows = Buffer.alloc(7 * size);
    for (let at = 0; at < size; at++) {
      const place = this.#places[at]!;
      const within = this.#within[at]!;
      if (place === 0) continue;
      rows[7 * at] = within === NONE ? 1 : 2;
      rows.writeUInt32BE(place, 7 * at + 1);
      rows.writeUInt16BE(Math.max(within, 0), 7 * at + 5);
    }
    this.stream(id, `/Type/XRef/Size ${size}/W[1 4 2]/Root ${root} 0 R/Info ${info} 0 R`, rows);
    this.#put(Buffer.from(`startxref\n${offset}\n%%EOF\n`));
    if (this.#file === undefined) return Buffer.concat(this.#chunks);
    const path = this.#path!;
    this.#flush(path);
    closeSync(this.#file);
    return { path, size: this.#length };
  }

  /** Gives up: nothing more is written. */
  abandon(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #stream(id: number, dictionary: string, data: Uint8Array): void {
    this.#places[id] = this.#length;
    this.#put(Buffer.from(`${id} 0 obj\n<<${dictionary}/Length ${data.length}>>stream\n`, "latin1"));
    this.#put(data);
    this.#put(Buffer.from("\nendstream\nendobj\n"));
  }

  #pack(): void {
    const { count, id, index, texts } = this.#packing;
    if (count === 0) return;
    this.streamLater(id, `/Type/ObjStm/N ${count}/First ${index.size}`, [index.bytes, texts.bytes]);
    this.#packing.count = 0;
    index.clear();
    texts.clear();
  }

  #put(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#held += bytes.length;
    this.#length += bytes.length;
    if (this.#held > HELD && this.#path !== undefined) this.#flush(this.#path);
  }

  #flush(path: string): void {
    this.#file ??= openSync(path, "wx", 0o600);
    while (this.#chunks.length > 0) {
      const batch = this.#chunks.splice(0, 512);
      const size = batch.reduce((sum, { length }) => sum + length, 0);
      let written = writevSync(this.#file, batch);
      while (written < size) {
        // What a short write left over.
        const rest = Buffer.concat(batch).subarray(written);
        written += writevSync(this.#file, [rest]);
      }
    }
    this.#held = 0;
  }
}
