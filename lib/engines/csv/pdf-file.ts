import { closeSync, openSync, writevSync } from "node:fs";
import { deflate, deflateSync } from "node:zlib";

/** Objects that are packed together (ISO 32000-2, 7.5.7). */
const PACKED_TOGETHER = 1000;
/** Bytes that are held before they go to disk, and streams that may wait for their compression. */
const HELD = 4_194_304;
const MOST_WAITING = 64;

/** Pages are small: what a larger window would save costs more time than it is worth. */
const options = { level: 3, windowBits: 13, memLevel: 6, chunkSize: 32_768 };

/** A PDF that is written from its beginning to its end, a page when it is full: what is written is not held. */
export class PdfFile {
  readonly #path: string | undefined;
  #file: number | undefined;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #length = 0;
  /** For each object: its offset, or the number of the stream that it is packed in and its place there. */
  readonly #places: ([offset: number] | [stream: number, place: number] | undefined)[] = [undefined];
  /** Objects to be packed: how many, where each begins, and their text. */
  #packing = { count: 0, index: "", texts: "", id: 0 };
  readonly #waiting: Promise<() => void>[] = [];

  /** A file that is held in memory while it is small, or where there is no path that it could go to. */
  constructor(path: string | undefined) {
    this.#path = path;
    this.#put(Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"));
  }

  /** The number of an object that is to be written. */
  reserve(): number {
    return this.#places.push(undefined) - 1;
  }

  /** Writes an object that is no stream. */
  object(id: number, text: string): void {
    const packing = this.#packing;
    if (packing.count === 0) packing.id = this.reserve();
    this.#places[id] = [packing.id, packing.count++];
    packing.index += `${id} ${packing.texts.length} `;
    packing.texts += `${text}\n`;
    if (packing.count === PACKED_TOGETHER) this.#pack();
  }

  /** Writes a stream, compressed at once. */
  stream(id: number, dictionary: string, data: Uint8Array): void {
    this.#stream(id, `${dictionary}/Filter/FlateDecode`, deflateSync(data, options));
  }

  /** Writes a stream, in its turn, once another thread has compressed it. */
  streamLater(id: number, dictionary: string, data: Uint8Array): void {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    deflate(data, options, (error, packed) => {
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

  /** Ends the file; gives its bytes, or its size where it went to its path. */
  async finish(root: number, info: number): Promise<Uint8Array | number> {
    this.#pack();
    await this.settle(0);
    const id = this.reserve();
    const offset = this.#length;
    this.#places[id] = [offset];
    const rows = Buffer.alloc(7 * this.#places.length);
    this.#places.forEach((place, at) => {
      if (place === undefined) return;
      const [first, second] = place;
      rows[7 * at] = second === undefined ? 1 : 2;
      rows.writeUIntBE(first, 7 * at + 1, 4);
      rows.writeUInt16BE(second ?? 0, 7 * at + 5);
    });
    const size = this.#places.length;
    this.stream(id, `/Type/XRef/Size ${size}/W[1 4 2]/Root ${root} 0 R/Info ${info} 0 R`, rows);
    this.#put(Buffer.from(`startxref\n${offset}\n%%EOF\n`));
    if (this.#file === undefined) return Buffer.concat(this.#chunks);
    this.#flush(this.#path!);
    closeSync(this.#file);
    return this.#length;
  }

  /** Gives up: nothing more is written. */
  abandon(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #stream(id: number, dictionary: string, data: Uint8Array): void {
    this.#places[id] = [this.#length];
    this.#put(Buffer.from(`${id} 0 obj\n<<${dictionary}/Length ${data.length}>>stream\n`, "latin1"));
    this.#put(data);
    this.#put(Buffer.from("\nendstream\nendobj\n"));
  }

  #pack(): void {
    const { count, index, texts, id } = this.#packing;
    if (count === 0) return;
    this.#packing = { count: 0, index: "", texts: "", id: 0 };
    this.streamLater(id, `/Type/ObjStm/N ${count}/First ${index.length}`, Buffer.from(index + texts, "latin1"));
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
