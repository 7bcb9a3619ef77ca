import { damagedFileError } from "./refusal.ts";

/** Numbers of sectors from this one on end a chain (MS-CFB, 2.1). */
export const LAST_SECTOR = 0xfffffff9;
export const NO_ENTRY = 0xffffffff;

/** What a compound file says about its small sectors. */
interface SmallSectorsParts {
  /** All small sectors, one after another. */
  readonly content: Buffer;
  /** The numbers of the sectors that follow them. */
  readonly table: Buffer;
  readonly sectorBytes: number;
}

/** The small sectors of a compound file, which hold its small streams (MS-CFB, 2.4). */
export class SmallSectors {
  readonly #content: Buffer;
  readonly #table: Buffer;
  readonly #sectorBytes: number;

  constructor({ content, table, sectorBytes }: SmallSectorsParts) {
    this.#content = content;
    this.#table = table;
    this.#sectorBytes = sectorBytes;
  }

  #next(sector: number): number {
    return sector * 4 + 4 <= this.#table.length ? this.#table.readUInt32LE(sector * 4) : NO_ENTRY;
  }

  /** The sectors of a chain, one after another, until it has `size` bytes. */
  stream(start: number, size: number): Buffer {
    const pieces: Buffer[] = [];
    let length = 0;
    for (let sector = start; sector < LAST_SECTOR && length < size; sector = this.#next(sector)) {
      const piece = this.#content.subarray(sector * this.#sectorBytes, (sector + 1) * this.#sectorBytes);
      if (piece.length === 0) throw damagedFileError("it is cut off");
      length += piece.length;
      if (length > this.#content.length) throw damagedFileError("its sectors form a circle");
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /** All small sectors, with other content in the stream that starts at this one. */
  withStream(start: number, content: Buffer): Buffer {
    const changed = Buffer.from(this.#content);
    let [sector, at] = [start, 0];
    while (sector < LAST_SECTOR && at < content.length) {
      content.copy(changed, sector * this.#sectorBytes, at, at + this.#sectorBytes);
      at += this.#sectorBytes;
      sector = this.#next(sector);
    }
    return changed;
  }
}
