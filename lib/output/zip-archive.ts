import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { assertOutputSize } from "./output.ts";
import { writePieces } from "./write-pieces.ts";
import { directoryEnd, directoryEntry, localHeader } from "./zip-records.ts";

/** Files and bytes beyond which an archive needs ZIP64. */
const [FILES_LIMIT, BYTES_LIMIT] = [0xffff, 0xffff_ffff];

/**
 * A ZIP archive that is written to a file while its contents are made (PKWARE's APPNOTE 6.3). It stores them as they are:
 * PDFs and pictures are compressed already.
 */
export class ZipArchive {
  readonly #file: number;
  readonly #hash = createHash("sha256");
  readonly #directory: Buffer[] = [];
  #size = 0;
  #count = 0;

  /** `file` is the descriptor of an empty file, which its user closes. */
  constructor(file: number) {
    this.#file = file;
  }

  /** Adds a file. Throws PROCESSING_FAILED once the archive is larger than a result may be. */
  add(name: string, pieces: readonly Uint8Array[]): void {
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    assertOutputSize(this.#size + size);
    if (this.#count === FILES_LIMIT || this.#size + size > BYTES_LIMIT) throw new RangeError("ZIP64 is not written.");
    const checksum = pieces.reduce((before, piece) => crc32(piece, before), 0);
    const entry = { name, size, checksum };
    this.#directory.push(...directoryEntry(entry, this.#size));
    this.#write([...localHeader(entry), ...pieces]);
    this.#count++;
  }

  /** Writes the directory, and returns the size of the archive with a digest of it. */
  finish(): { size: number; digest: string } {
    const start = this.#size;
    this.#write(this.#directory);
    this.#write(directoryEnd(this.#count, this.#size - start, start));
    return { size: this.#size, digest: this.#hash.digest("base64url") };
  }

  #write(pieces: Uint8Array[]): void {
    for (const piece of pieces) {
      this.#hash.update(piece);
      this.#size += piece.length;
    }
    writePieces(this.#file, pieces);
  }
}
