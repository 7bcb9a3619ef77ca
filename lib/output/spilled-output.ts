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
  #pieces: Buffer[] = [];
  #held = 0;
  #size = 0;

  /** `file` is the descriptor of an empty file, which its user closes. */
  constructor(file: number) {
    this.#file = file;
  }

  /** Throws PROCESSING_FAILED once the result is larger than one may be. */
  add(text: string): void {
    if (text === "") return;
    const piece = Buffer.from(text);
    this.#size += piece.length;
    assertOutputSize(this.#size);
    this.#hash.update(piece);
    this.#pieces.push(piece);
    this.#held += piece.length;
    if (this.#held > MEMORY_LIMIT_BYTES) this.#flush();
  }

  #flush(): void {
    writePieces(this.#file, this.#pieces);
    this.#pieces = [];
    this.#held = 0;
  }

  /** The pieces of the result, or that it is in the file, and a digest of it. */
  finish(): { body: Buffer[] | "in file"; digest: string } {
    const digest = this.#hash.digest("base64url");
    if (this.#held === this.#size) return { body: this.#pieces, digest };
    this.#flush();
    return { body: "in file", digest };
  }
}
