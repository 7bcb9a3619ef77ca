import type { Budget } from "../budget.ts";

const CLEAR_TABLE = 256;
const END_OF_DATA = 257;
const CODE_COUNT = 4096;

const FIRST_CODE = 258;
const FIRST_WIDTH_BITS = 9;
const LAST_WIDTH_BITS = 12;

/** The code table: each code is the word of an earlier code and one more byte. */
class CodeTable {
  /** The next code that is added. */
  size = FIRST_CODE;
  /** The word of the code that was spelled last. */
  readonly word = new Uint8Array(CODE_COUNT + 1);
  readonly #prefixes = new Int16Array(CODE_COUNT).fill(-1);
  readonly #suffixes = new Uint8Array(CODE_COUNT);
  readonly #lengths = new Uint16Array(CODE_COUNT);

  constructor() {
    for (let byte = 0; byte < 256; byte++) {
      this.#suffixes[byte] = byte;
      this.#lengths[byte] = 1;
    }
  }

  /** Puts the word of a code into `word`; returns its length. */
  spell(code: number): number {
    const length = this.#lengths[code]!;
    let rest = code;
    for (let at = length; rest >= 0; rest = this.#prefixes[rest]!) this.word[--at] = this.#suffixes[rest]!;
    return length;
  }

  /** Adds a code for the word of `previous` and the first byte of `word`, while there is room. */
  add(previous: number): void {
    if (this.size === CODE_COUNT) return;
    this.#prefixes[this.size] = previous;
    this.#suffixes[this.size] = this.word[0]!;
    this.#lengths[this.size] = this.#lengths[previous]! + 1;
    this.size++;
  }
}

/** Decodes LZWDecode (ISO 32000-2, 7.4.4). `earlyChange` is the number of codes by which the code length grows early. */
export const decodeLzw = (data: Uint8Array, earlyChange: number, budget: Budget): Buffer => {
  const out = budget.writer();
  const table = new CodeTable();
  let width = FIRST_WIDTH_BITS;
  let previous = -1;
  let bits = 0;
  let bitCount = 0;
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xffffff;
    bitCount += 8;
    if (bitCount < width) continue;
    bitCount -= width;
    const code = (bits >>> bitCount) & ((1 << width) - 1);
    if (code === END_OF_DATA) break;
    if (code === CLEAR_TABLE) {
      width = FIRST_WIDTH_BITS;
      table.size = FIRST_CODE;
      previous = -1;
      continue;
    }
    const isKnown = code < table.size && (code < 256 || previous >= 0);
    if (!isKnown && previous < 0) break;
    const length = table.spell(isKnown ? code : previous);
    for (let at = 0; at < length; at++) out.push(table.word[at]!);
    if (!isKnown) out.push(table.word[0]!);
    if (previous >= 0) table.add(previous);
    previous = isKnown ? code : table.size - 1;
    if (table.size + earlyChange >= 1 << width && width < LAST_WIDTH_BITS) width++;
  }
  return out.bytes;
};
