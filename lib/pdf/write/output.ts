import { createHash } from "node:crypto";
import { ByteWriter } from "../../output/byte-writer.ts";
import { assertOutputSize } from "../../output/output.ts";

/** Shorter stream data is copied, because a separate piece would cost more. */
const COPIED_DATA_MAX_BYTES = 1024;
/** Text longer than this becomes a piece. */
const PIECE_BYTES = 262_144;

export class PdfOutput {
  readonly pieces: Uint8Array[] = [];
  readonly #hash = createHash("sha256");
  #before = 0;
  #text = new ByteWriter();

  get length(): number {
    return this.#before + this.#text.length;
  }

  /** Where the next characters are written. */
  get text(): ByteWriter {
    if (this.#text.length > PIECE_BYTES) this.#close();
    return this.#text;
  }

  /** Adds stream data; long data becomes a piece without being copied. */
  data(data: Uint8Array): void {
    if (data.length < COPIED_DATA_MAX_BYTES) {
      this.text.writeBytes(data);
      return;
    }
    this.#close();
    this.#add(data);
  }

  /** Writes a stream object; `dict` is its serialised dictionary without /Length. */
  stream(number: number, dict: string, data: Uint8Array): void {
    this.text.write(`${number} 0 obj\n${dict.slice(0, -2)}/Length ${data.length}>>stream\n`);
    this.data(data);
    this.text.write("\nendstream\nendobj\n");
  }

  digest(): Buffer {
    this.#close();
    return this.#hash.copy().digest();
  }

  finish(): Uint8Array[] {
    this.#close();
    return this.pieces;
  }

  #close(): void {
    if (this.#text.length === 0) return;
    this.#add(this.#text.bytes);
    this.#text = new ByteWriter();
  }

  #add(piece: Uint8Array): void {
    this.pieces.push(piece);
    this.#hash.update(piece);
    this.#before += piece.length;
    assertOutputSize(this.#before);
  }
}
