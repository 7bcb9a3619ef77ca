import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { assertOutputSize } from "./output.ts";
import { writePieces } from "./write-pieces.ts";

/** The version of the format that a reader needs (APPNOTE 4.4.3), for names in UTF-8 (bit 11 of the flags, 4.4.4). */
const [VERSION, UTF8_NAMES] = [20, 1 << 11];
/** The first date of the format, the first of January 1980 (4.4.6): the same files give the same bytes. */
const FIRST_DATE = 0x21;
/** Files and bytes beyond which an archive needs ZIP64. */
const [FILES_LIMIT, BYTES_LIMIT] = [0xffff, 0xffff_ffff];

/** A record that begins with its signature; the numbers follow with their widths in bytes. */
const record = (signature: number, ...numbers: readonly (readonly [width: 2 | 4, value: number])[]): Buffer => {
  const bytes = Buffer.alloc(numbers.reduce((length, [width]) => length + width, 4));
  bytes.writeUInt32LE(signature);
  let at = 4;
  for (const [width, value] of numbers) {
    bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
};

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
    const path = Buffer.from(name);
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    assertOutputSize(this.#size + size);
    if (this.#count === FILES_LIMIT || this.#size + size > BYTES_LIMIT) throw new RangeError("ZIP64 is not written.");
    const checksum = pieces.reduce((before, piece) => crc32(piece, before), 0);
    /** The fields that the local header and the central one share, from the version on (4.3.7). */
    const common = [
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, 0], // stored
      [2, 0], // midnight
      [2, FIRST_DATE],
      [4, checksum],
      [4, size],
      [4, size],
      [2, path.length],
      [2, 0],
    ] as const;
    const place = [2, 2, 2, 4].map((width) => [width, 0] as [2 | 4, number]);
    this.#directory.push(record(0x02014b50, [2, VERSION], ...common, ...place, [4, this.#size]), path);
    this.#write([record(0x04034b50, ...common), path, ...pieces]);
    this.#count++;
  }

  /** Writes the directory, and returns the size of the archive with a digest of it. */
  finish(): { size: number; digest: string } {
    const start = this.#size;
    this.#write(this.#directory);
    const counts = [this.#count, this.#count].map((count) => [2, count] as [2, number]);
    const numbers = [
      [4, this.#size - start],
      [4, start],
      [2, 0],
    ] as [2 | 4, number][];
    this.#write([record(0x06054b50, [2, 0], [2, 0], ...counts, ...numbers)]);
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
