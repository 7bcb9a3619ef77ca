import { crc32 } from "node:zlib";
import { SpilledOutput } from "./spilled-output.ts";
import { directoryEnd, directoryEntry, localHeader } from "./zip-records.ts";

/** Files and bytes beyond which an archive needs ZIP64. */
const [FILES_LIMIT, BYTES_LIMIT] = [0xffff, 0xffff_ffff];

/**
 * A ZIP archive that is written while its contents are made (PKWARE's APPNOTE 6.3). It stores them as they are:
 * PDFs and pictures are compressed already.
 */
export class ZipArchive {
  readonly #output: SpilledOutput;
  readonly #directory: Buffer[] = [];
  #count = 0;

  /** `file` is the descriptor of an empty file, which its user closes. A small archive stays in memory. */
  constructor(file: number) {
    this.#output = new SpilledOutput(file);
  }

  /** Adds a file, whose pieces must not change afterwards. Throws PROCESSING_FAILED once the archive is larger than a result may be. */
  add(name: string, pieces: readonly Uint8Array[]): void {
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    if (this.#count === FILES_LIMIT || this.#output.size + size > BYTES_LIMIT)
      throw new RangeError("The archive would need ZIP64.");
    const checksum = pieces.reduce((before, piece) => crc32(piece, before), 0);
    const entry = { name, size, checksum };
    this.#directory.push(...directoryEntry(entry, this.#output.size));
    this.#output.add([...localHeader(entry), ...pieces]);
    this.#count++;
  }

  /** Writes the directory; returns the archive or that it is in the file, its size, and a digest of it. */
  finish(): ReturnType<SpilledOutput["finish"]> {
    const start = this.#output.size;
    this.#output.add(this.#directory);
    this.#output.add(directoryEnd(this.#count, this.#output.size - start, start));
    return this.#output.finish();
  }
}
