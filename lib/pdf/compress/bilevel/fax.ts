import { CODE_MAX_BITS, RUN_CODES } from "./fax-codes.ts";

/** Reads bits from the highest on; behind the end there are zeros. */
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

  /** A run of one colour; -1 when no code word begins here. */
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

/** The vertical modes by the next seven bits: their length, and how far the change lies from the one above. */
const verticalMode = (bits: number): { length: number; by: number } | undefined => {
  if (bits >= 64) return { length: 1, by: 0 };
  if (bits >> 4 === 3) return { length: 3, by: 1 };
  if (bits >> 4 === 2) return { length: 3, by: -1 };
  if (bits >> 1 === 3) return { length: 6, by: 2 };
  if (bits >> 1 === 2) return { length: 6, by: -2 };
  if (bits === 3) return { length: 7, by: 3 };
  return bits === 2 ? { length: 7, by: -3 } : undefined;
};

/** Reads one row by the changes of the row above; undefined where the code is broken. */
const readRow = (bits: BitReader, above: number[], row: Uint8Array): number[] | undefined => {
  const width = row.length;
  const changes: number[] = [];
  let at = -1;
  let colour: 0 | 1 = 0;
  const paint = (to: number): void => {
    if (colour === 1) row.fill(1, Math.max(at, 0), to);
  };
  let search = 0;
  while (at < width) {
    if (bits.isAtEnd) return undefined;
    search = Math.max(0, search - 2);
    while (search < above.length && (above[search]! <= at || (search & 1) !== colour)) search++;
    const first = above[search] ?? width;
    const second = above[search + 1] ?? width;
    const next = bits.peek(7);
    if (next >> 4 === 1) {
      bits.position += 3;
      for (let part = 0; part < 2; part++) {
        const length = bits.readRun(colour);
        if (length < 0) return undefined;
        const to: number = Math.min(width, Math.max(at, 0) + length);
        paint(to);
        changes.push(to);
        at = to;
        colour = colour === 0 ? 1 : 0;
      }
    } else if (next >> 3 === 1) {
      bits.position += 4;
      paint(Math.min(second, width));
      at = second;
    } else {
      const mode = verticalMode(next);
      if (mode === undefined) return undefined;
      bits.position += mode.length;
      const to = Math.min(width, first + mode.by);
      if (to < Math.max(at, 0)) return undefined;
      paint(to);
      changes.push(to);
      at = to;
      colour = colour === 0 ? 1 : 0;
    }
  }
  return changes;
};

/**
 * Unpacks CCITT Group 4 (ITU-T T.6) to one byte a pixel, 1 for black; undefined when the code breaks off before its last
 * rows.
 */
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
