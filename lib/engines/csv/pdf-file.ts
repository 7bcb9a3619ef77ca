import { createHash } from "node:crypto";
import { closeSync, openSync, writevSync } from "node:fs";
import { ByteWriter } from "../../output/byte-writer.ts";
import type { Output, OutputBody } from "../../output/output.ts";
import { CrossReference, xrefStreamData } from "../../pdf/write/cross-reference.ts";
import { deflate, deflateSync } from "../../zlib.ts";

/** Bytes that are held in memory before they are written to disk. */
const HELD_LIMIT_BYTES = 4_194_304;
/** Chunks that one system call writes. */
const CHUNKS_PER_WRITE = 512;

/** An output that is written from beginning to end. A small one stays in memory; a larger one goes to disk. */
class OutputFile {
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

  /** Ends the output; returns its bytes, or the file at its path. */
  finish(): OutputBody {
    const path = this.#path;
    if (this.#descriptor === undefined || path === undefined) return Buffer.concat(this.#chunks);
    this.#flush(path);
    this.close();
    return { path, size: this.#length };
  }

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

/** Number of objects in one object stream (ISO 32000-2, 7.5.7). */
const OBJECTS_PER_STREAM = 1000;
/** Streams that may wait for their compression. */
const WAITING_STREAMS_LIMIT = 64;
/** The first streams of a file are compressed on this thread: starting another one would save no time. */
const SYNCHRONOUS_STREAMS_COUNT = 100;
/** Pages are small: a larger window would save few bytes and take more time. */
const DEFLATE_OPTIONS = { level: 3, windowBits: 12, memLevel: 5, chunkSize: 16_384 };
const NOT_PACKED = -1;
const BLOCK_BYTES = 65_536;

/**
 * The objects of a PDF that is written from beginning to end, each under a number that is reserved first. One class,
 * because each object takes its place behind the last one.
 */
export class PdfFileWriter {
  readonly #output: OutputFile;
  readonly #joined = new ByteWriter(BLOCK_BYTES);
  /** For each object: its offset, or the number of its object stream. */
  readonly #locations = [0];
  /** For each object: its index in its object stream, or NOT_PACKED. */
  readonly #indexes = [NOT_PACKED];
  /** The object stream that is being filled: the count of its objects, its number, their index, and their text. */
  readonly #packing = { count: 0, id: 0, index: new ByteWriter(BLOCK_BYTES), texts: new ByteWriter(BLOCK_BYTES) };
  readonly #waiting: Promise<() => void>[] = [];
  #queuedStreams = 0;

  /** A large file goes to the path; without a path it stays in memory. */
  constructor(path: string | undefined) {
    this.#output = new OutputFile(path);
    this.#output.write(Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"));
  }

  /** The number of an object that is written later. */
  reserve(): number {
    this.#indexes.push(NOT_PACKED);
    return this.#locations.push(0) - 1;
  }

  object(id: number, text: string): void {
    this.begin(id).write(text);
  }

  /** Begins an object that is not a stream. Its text goes to the returned writer until the next object begins. */
  begin(id: number): ByteWriter {
    const packing = this.#packing;
    if (packing.count === OBJECTS_PER_STREAM) this.#pack();
    if (packing.count === 0) packing.id = this.reserve();
    else packing.texts.write("\n");
    this.#locations[id] = packing.id;
    this.#indexes[id] = packing.count++;
    packing.index.writeInteger(id);
    packing.index.write(" ");
    packing.index.writeInteger(packing.texts.length);
    packing.index.write(" ");
    return packing.texts;
  }

  /** Compresses and writes a stream at once. `entries` are the entries of its dictionary except length and filter. */
  stream(id: number, entries: string, data: Uint8Array): void {
    this.#writeStream(id, entries, deflateSync(data, DEFLATE_OPTIONS));
  }

  /** Writes a stream when another thread has compressed it, in the order of the calls. The first streams are written at once. */
  queueStream(id: number, entries: string, pieces: readonly Uint8Array[]): void {
    if (this.#queuedStreams++ < SYNCHRONOUS_STREAMS_COUNT) {
      this.#joined.clear();
      for (const piece of pieces) this.#joined.writeBytes(piece);
      this.stream(id, entries, this.#joined.bytes);
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    deflate(Buffer.concat(pieces), DEFLATE_OPTIONS, (error, deflated) => {
      if (error) reject(error);
      else resolve(() => this.#writeStream(id, entries, deflated));
    });
    promise.catch(() => undefined);
    this.#waiting.push(promise);
  }

  /** Resolves when no more than `limit` streams wait for their compression. */
  async drain(limit = WAITING_STREAMS_LIMIT): Promise<void> {
    while (this.#waiting.length > limit) {
      const write = await this.#waiting.shift();
      write?.();
    }
  }

  /** Ends the file with its cross-reference stream; returns its bytes, or the file at its path, and a digest of it. */
  async finish(catalog: number, info: number): Promise<Pick<Output, "body" | "digest">> {
    this.#pack();
    await this.drain(0);
    const id = this.reserve();
    const offset = this.#output.length;
    this.#locations[id] = offset;
    const { data, widths, columns } = xrefStreamData(this.#crossReference());
    const size = this.#locations.length;
    const parms = `/DecodeParms<</Predictor 12/Columns ${columns}>>`;
    const entries = `/Type/XRef/Size ${size}/W[${widths.join(" ")}]/Root ${catalog} 0 R/Info ${info} 0 R${parms}`;
    this.stream(id, entries, data);
    this.#output.write(Buffer.from(`startxref\n${offset}\n%%EOF\n`));
    const digest = this.#output.digest().toString("base64url");
    return { body: this.#output.finish(), digest };
  }

  close(): void {
    this.#output.close();
  }

  #crossReference(): CrossReference {
    const crossReference = new CrossReference(this.#locations.length);
    this.#locations.forEach((location, id) => {
      const index = this.#indexes[id] ?? NOT_PACKED;
      if (id === 0) return;
      if (index === NOT_PACKED) crossReference.setOffset(id, location);
      else crossReference.setCompressed(id, location, index);
    });
    return crossReference;
  }

  #writeStream(id: number, entries: string, data: Uint8Array): void {
    this.#locations[id] = this.#output.length;
    const head = `${id} 0 obj\n<<${entries}/Filter/FlateDecode/Length ${data.length}>>stream\n`;
    this.#output.write(Buffer.from(head, "latin1"));
    this.#output.write(data);
    this.#output.write(Buffer.from("\nendstream\nendobj\n"));
  }

  #pack(): void {
    const { count, id, index, texts } = this.#packing;
    if (count === 0) return;
    this.queueStream(id, `/Type/ObjStm/N ${count}/First ${index.length}`, [index.bytes, texts.bytes]);
    this.#packing.count = 0;
    index.clear();
    texts.clear();
  }
}
