import { createHash } from "node:crypto";
import { MB } from "../settings/megabyte.ts";
import { assertOutputSize } from "./output.ts";
import { writePieces } from "./write-pieces.ts";

/** A larger result is written to its file. */
const MEMORY_LIMIT_BYTES = 8 * MB;

/** A result that is made piece by piece: in memory while it is small, in a file otherwise. */
export class SpilledOutput {
  readonly #file: number;
  readonly #hash = createHash("sha256");
  #pieces: Uint8Array[] = [];
  #held = 0;
  #size = 0;

  /** `file` is the descriptor of an empty file, which its user closes. */
  constructor(file: number) {
    this.#file = file;
  }

  /** The bytes that were added. */
  get size(): number {
    return this.#size;
  }

  /** Adds pieces, which must not change afterwards. Throws PROCESSING_FAILED once the result is larger than one may be. */
  add(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      this.#size += piece.length;
      this.#held += piece.length;
      this.#hash.update(piece);
      this.#pieces.push(piece);
    }
    assertOutputSize(this.#size);
    if (this.#held > MEMORY_LIMIT_BYTES) this.#flush();
  }

  #flush(): void {
    writePieces(this.#file, this.#pieces);
    this.#pieces = [];
    this.#held = 0;
  }

  /** The pieces of the result, or that it is in the file; its size, and a digest of it. */
  finish(): { body: Uint8Array[] | "in file"; size: number; digest: string } {
    const [size, digest] = [this.#size, this.#hash.digest("base64url")];
    if (this.#held === size) return { body: this.#pieces, size, digest };
    this.#flush();
    return { body: "in file", size, digest };
  }
}
