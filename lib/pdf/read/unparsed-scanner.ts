import type { Budget } from "../budget.ts";
import type { Ref, RefOf, UnparsedObject } from "../objects.ts";
import { isDigit } from "./characters.ts";
import { atomEnd, nameEnd, numberAt, referenceEnd, skipSpace, unusual } from "./token-ends.ts";

const NESTING_LIMIT = 200;
/** Numbers in one array of offsets. */
const OFFSETS_CAPACITY = 65_536;
/** Scanning is cheaper than parsing: 16 bytes cost one value of the budget. */
const BYTES_PER_VALUE_LOG2 = 4;

/**
 * What the scanner expects at a nesting level: an array's next entry, a dictionary's next key, or the value of a key.
 */
const EXPECTS_ENTRY = 0;
const EXPECTS_KEY = 1;
const EXPECTS_VALUE = 2;

/**
 * Finds the end and the references of well-formed arrays and dictionaries without parsing them. Stops at anything
 * unusual. It is one class, because all texts share its arrays of references, offsets and levels.
 */
export class UnparsedScanner {
  readonly #levels = new Uint8Array(NESTING_LIMIT + 1);
  /**
   * The references of the current text; the array is reused, because growing a new one takes several times the memory.
   */
  readonly #refs: Ref[] = [];
  /** Start and end offsets of references, of many texts one after another. */
  #offsets: Int32Array;
  #used = 0;
  #depth = 0;

  /** `size` is the size of the file, of which a small one has few references. */
  constructor(size: number) {
    this.#offsets = new Int32Array(Math.min(OFFSETS_CAPACITY, size >> 1));
  }

  /**
   * Scans the text at an offset, after white space. Undefined for text that is not an array or dictionary, is
   * malformed, or contains a comment or an escaped name.
   */
  scan(bytes: Buffer, begin: number, refOf: RefOf, budget: Budget): UnparsedObject | undefined {
    const end = bytes.length;
    const from = skipSpace(bytes, begin, end);
    if (bytes[from] !== 91 && !(bytes[from] === 60 && bytes[from + 1] === 60)) return undefined;
    this.#refs.length = 0;
    this.#depth = 0;
    this.#levels[0] = EXPECTS_ENTRY;
    let at = from;
    let next = from;
    do {
      at = skipSpace(bytes, next, end);
      const refEnd = isDigit(bytes[at]) && at < end ? referenceEnd(bytes, at, end) : -1;
      if (refEnd > 0) {
        this.#recordRef(refOf(numberAt(bytes, at)), at, refEnd);
      }
      next = refEnd > 0 && this.#acceptValue() ? refEnd : this.#step(bytes, at, end);
    } while (next > 0 && this.#depth > 0);
    const reached = next < 0 ? Math.max(at, ~next) : next;
    budget.spendValues(1 + this.#refs.length + ((reached - from) >> BYTES_PER_VALUE_LOG2));
    if (next < 0) this.#used -= 2 * this.#refs.length;
    if (next < 0) return undefined;
    const refs = this.#refs.slice();
    return { bytes, from, to: next, refs, refOffsets: this.#offsets, refOffsetsStart: this.#used - 2 * refs.length };
  }

  /** Records a reference. If the array of offsets is full, a new one gets all offsets of the current text. */
  #recordRef(ref: Ref, from: number, to: number): void {
    if (this.#used + 2 > this.#offsets.length) {
      const currentOffsets = this.#offsets.subarray(this.#used - 2 * this.#refs.length);
      this.#offsets = new Int32Array(Math.max(OFFSETS_CAPACITY, 2 * currentOffsets.length));
      this.#offsets.set(currentOffsets);
      this.#used = currentOffsets.length;
    }
    this.#refs.push(ref);
    this.#offsets[this.#used++] = from;
    this.#offsets[this.#used++] = to;
  }

  /** Whether a value is expected here; records that it was found. */
  #acceptValue(): boolean {
    const level = this.#levels[this.#depth];
    if (level === EXPECTS_KEY) return false;
    if (level === EXPECTS_VALUE) this.#levels[this.#depth] = EXPECTS_KEY;
    return true;
  }

  /** The offset after the next name, atom or bracket; `unusual` if the token is not expected here. */
  #step(bytes: Buffer, at: number, end: number): number {
    if (at >= end) return unusual(at);
    const byte = bytes[at];
    const levels = this.#levels;
    if (byte === 47) {
      const level = levels[this.#depth];
      if (level !== EXPECTS_ENTRY) levels[this.#depth] = level === EXPECTS_KEY ? EXPECTS_VALUE : EXPECTS_KEY;
      return nameEnd(bytes, at + 1, end);
    }
    const bracketLength = byte === 91 || byte === 93 ? 1 : bytes[at + 1] === byte ? 2 : 0;
    if (bracketLength > 0 && (byte === 93 || byte === 62)) {
      return this.#depth > 0 && levels[this.#depth--] === (byte === 93 ? EXPECTS_ENTRY : EXPECTS_KEY)
        ? at + bracketLength
        : unusual(at);
    }
    if (!this.#acceptValue()) return unusual(at);
    if (bracketLength === 0 || (byte !== 91 && byte !== 60)) return atomEnd(bytes, at, end);
    if (this.#depth === NESTING_LIMIT) return unusual(at);
    levels[++this.#depth] = byte === 91 ? EXPECTS_ENTRY : EXPECTS_KEY;
    return at + bracketLength;
  }
}
