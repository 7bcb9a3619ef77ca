import { CODE_MAX_BITS, RUN_CODES } from "./fax-codes.ts";

/** Reads bits, the highest first; after the end they are zeros. */
class BitReader {
  readonly #data: Uint8Array;
  position = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  get isAtEnd(): boolean {
    return this.position >= 8 * this.#data.length;
  }

  peek(count: number): number {
    const at = this.position >> 3;
    const data = this.#data;
    const word = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    return (word >> (24 - (this.position & 7) - count)) & ((1 << count) - 1);
  }

  /** The length of a run of one colour in pixels; -1 for an invalid code. */
  readRun(colour: 0 | 1): number {
    for (let sum = 0; ; ) {
      const entry = RUN_CODES[colour][this.peek(CODE_MAX_BITS)]!;
      if (entry < 0) return -1;
      this.position += entry & 15;
      sum += entry >> 4;
      if (entry >> 4 < 64) return sum;
    }
  }

  align(): void {
    this.position = (this.position + 7) & ~7;
  }
}

/** The vertical mode that seven bits begin with: its length in bits, and the distance from the change above. */
const verticalMode = (bits: number): { length: number; by: number } | undefined => {
  if (bits >= 64) return { length: 1, by: 0 };
  if (bits >> 4 === 3) return { length: 3, by: 1 };
  if (bits >> 4 === 2) return { length: 3, by: -1 };
  if (bits >> 1 === 3) return { length: 6, by: 2 };
  if (bits >> 1 === 2) return { length: 6, by: -2 };
  if (bits === 3) return { length: 7, by: 3 };
  return bits === 2 ? { length: 7, by: -3 } : undefined;
};

class Row {
  /** The columns at which the colour changes. */
  readonly changes: number[] = [];
  readonly width: number;
  /** The current column; -1 before the first pixel. */
  at = -1;
  colour: 0 | 1 = 0;
  /** The first change of the row above after the current column to the opposite colour, and the change after it. */
  first = 0;
  second = 0;
  readonly #above: readonly number[];
  readonly #pixels: Uint8Array;
  #search = 0;

  constructor(above: readonly number[], pixels: Uint8Array) {
    this.#above = above;
    this.#pixels = pixels;
    this.width = pixels.length;
  }

  /** Sets `first` and `second`. */
  findReferences(): void {
    const above = this.#above;
    this.#search = Math.max(0, this.#search - 2);
    while (this.#search < above.length && (above[this.#search]! <= this.at || (this.#search & 1) !== this.colour)) {
      this.#search++;
    }
    this.first = above[this.#search] ?? this.width;
    this.second = above[this.#search + 1] ?? this.width;
  }

  /** Fills the pixels from the current column on. */
  fill(to: number): void {
    if (this.colour === 1) this.#pixels.fill(1, Math.max(this.at, 0), to);
  }

  /** Fills the pixels up to a column, where the colour changes. */
  changeAt(to: number): void {
    this.fill(to);
    this.changes.push(to);
    this.at = to;
    this.colour = this.colour === 0 ? 1 : 0;
  }
}

/** Horizontal mode: two runs. Returns whether their codes are valid. */
const readRuns = (bits: BitReader, row: Row): boolean => {
  for (let run = 0; run < 2; run++) {
    const length = bits.readRun(row.colour);
    if (length < 0) return false;
    row.changeAt(Math.min(row.width, Math.max(row.at, 0) + length));
  }
  return true;
};

/** Decodes one mode of a row (ITU-T T.6, table 1). Returns whether its code is valid. */
const readMode = (bits: BitReader, row: Row): boolean => {
  row.findReferences();
  const next = bits.peek(7);
  if (next >> 4 === 1) {
    bits.position += 3;
    return readRuns(bits, row);
  }
  if (next >> 3 === 1) {
    bits.position += 4;
    row.fill(Math.min(row.second, row.width));
    row.at = row.second;
    return true;
  }
  const mode = verticalMode(next);
  if (mode === undefined) return false;
  bits.position += mode.length;
  const to = Math.min(row.width, row.first + mode.by);
  if (to < Math.max(row.at, 0)) return false;
  row.changeAt(to);
  return true;
};

/** Decodes one row by the changes of the row above; returns its changes, or undefined for invalid codes. */
const readRow = (bits: BitReader, above: readonly number[], pixels: Uint8Array): number[] | undefined => {
  const row = new Row(above, pixels);
  while (row.at < row.width) if (bits.isAtEnd || !readMode(bits, row)) return undefined;
  return row.changes;
};

/** Decodes CCITT Group 4 (ITU-T T.6) to one byte per pixel, 1 for black; undefined if the data ends early. */
export const decodeFax4 = (
  data: Uint8Array,
  width: number,
  height: number,
  aligned: boolean,
): Uint8Array | undefined => {
  const bits = new BitReader(data);
  const out = new Uint8Array(width * height);
  let above: number[] = [];
  for (let y = 0; y < height; y++) {
    if (aligned) bits.align();
    const changes = readRow(bits, above, out.subarray(y * width, (y + 1) * width));
    if (changes === undefined) return undefined;
    above = changes;
  }
  return out;
};

/** Eleven zeros and a one (ITU-T T.4, 4.1.2); no code begins with as many zeros. */
const END_OF_LINE = { zeros: 11, length: 12 };

/** Skips fill bits and the end of a line after them; returns whether there is one. */
const skipEndOfLine = (bits: BitReader): boolean => {
  while (!bits.isAtEnd && bits.peek(END_OF_LINE.zeros) === 0) {
    if (bits.peek(END_OF_LINE.length) === 1) {
      bits.position += END_OF_LINE.length;
      return true;
    }
    bits.position++;
  }
  return false;
};

/** Decodes one row by runs alone; returns its changes, or undefined for invalid codes. */
const readRowOfRuns = (bits: BitReader, pixels: Uint8Array): number[] | undefined => {
  const row = new Row([], pixels);
  row.at = 0;
  while (row.at < row.width) {
    const length = bits.isAtEnd ? -1 : bits.readRun(row.colour);
    if (length < 0) return undefined;
    row.changeAt(Math.min(row.width, row.at + length));
  }
  return row.changes;
};

/** How the rows of CCITT Group 3 are written (ISO 32000-2, table 11). */
export interface Fax3Form {
  /** Whether rows may also be written by the changes of the row above, as a bit after each end of a line says. */
  readonly isMixed: boolean;
  readonly hasEndsOfLines: boolean;
  readonly isAligned: boolean;
}

/** Decodes CCITT Group 3 (ITU-T T.4) to one byte per pixel, 1 for black; undefined if the data ends early. */
export const decodeFax3 = (
  data: Uint8Array,
  width: number,
  height: number,
  { isMixed, hasEndsOfLines, isAligned }: Fax3Form,
): Uint8Array | undefined => {
  const bits = new BitReader(data);
  const out = new Uint8Array(width * height);
  let above: number[] = [];
  for (let y = 0; y < height; y++) {
    if (isAligned && !hasEndsOfLines) bits.align();
    const isLine = skipEndOfLine(bits);
    if (isMixed && !isLine) return undefined;
    const hasRunsAlone = !isMixed || bits.peek(1) === 1;
    if (isMixed) bits.position++;
    const pixels = out.subarray(y * width, (y + 1) * width);
    const changes = hasRunsAlone ? readRowOfRuns(bits, pixels) : readRow(bits, above, pixels);
    if (changes === undefined) return undefined;
    above = changes;
  }
  return out;
};

/** Whether CCITT Group 4 holds all rows of a picture of this size. Memory holds one row at a time. */
export const isFax4Whole = (data: Uint8Array, width: number, height: number): boolean => {
  const bits = new BitReader(data);
  const pixels = new Uint8Array(width);
  let above: number[] = [];
  for (let y = 0; y < height; y++) {
    const changes = readRow(bits, above, pixels);
    if (changes === undefined) return false;
    above = changes;
  }
  return true;
};
