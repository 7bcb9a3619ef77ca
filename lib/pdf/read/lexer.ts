import type { Budget } from "../budget.ts";
import { type Dict, Name, type Ref, type RefOf, type Value } from "../objects.ts";
import { readHexadecimalString, readLiteralString } from "../strings.ts";
import { isDelimiter, isDigit, isRegular, isWhiteSpace } from "./characters.ts";
import { Keyword, operatorIn } from "./keywords.ts";
import { MINUS, malformedNumber, PLUS, POINT } from "./numbers.ts";

export { Keyword } from "./keywords.ts";

const NESTING_LIMIT = 256;
/** Recent names by a hash of their bytes: most of a file's names are the same few hundred. */
const NAME_CACHE_SLOTS = 1024;
/** Longer names are not kept. */
const CACHED_NAME_MAX_BYTES = 64;
const recentNames: Name[] = new Array(NAME_CACHE_SLOTS);

const isText = (bytes: Buffer, from: number, to: number, text: string): boolean => {
  if (text.length !== to - from) return false;
  for (let at = from; at < to; at++) if (bytes[at] !== text.charCodeAt(at - from)) return false;
  return true;
};

const SOLIDUS = 47;

/** The cost of reading, in units of the budget: an object needs more memory than the text from which it is read. */
const STRING_COST = 8;
const ARRAY_COST = 6;
const DICTIONARY_COST = 8;
const REFERENCE_COST = 2;
const NEW_NAME_COST = 3;
const BYTES_PER_UNIT_LOG2 = 4;

/** Looked up, because `**` takes a tenth of the time of reading. */
const POWERS_OF_TEN = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/**
 * Parses objects and keywords, as leniently as other readers do. It is one class, because all its parts move one position,
 * and it is where most of the time of reading goes.
 */
export class Lexer {
  readonly bytes: Buffer;
  readonly end: number;
  position: number;
  readonly #refs: RefOf | undefined;
  readonly #budget: Budget | undefined;
  #depth = 0;

  /** Without `refs`, as in content streams, `1 0 R` is two numbers and a keyword. */
  constructor(bytes: Buffer, position: number, end: number, { refs, budget }: { refs?: RefOf; budget?: Budget } = {}) {
    this.bytes = bytes;
    this.position = position;
    this.end = end;
    this.#refs = refs;
    this.#budget = budget;
  }

  /** Skips white space and comments. */
  skipSpace(): void {
    const { bytes, end } = this;
    let at = this.position;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (isWhiteSpace(byte)) continue;
      if (byte !== 37) break;
      while (at < end && bytes[at] !== 10 && bytes[at] !== 13) at++;
    }
    this.position = Math.min(at, end);
  }

  /** The next object or keyword; undefined at the end. */
  next(): Value | Keyword | undefined {
    const from = this.position;
    this.skipSpace();
    const byte = this.position < this.end ? this.bytes.readUInt8(this.position) : -1;
    if (byte === 91) return this.#array();
    if (byte === 60 && this.bytes[this.position + 1] === 60) return this.#dictionary();
    const token = this.#token(byte);
    this.#budget?.spendValues(1 + ((this.position - from) >> BYTES_PER_UNIT_LOG2));
    return token;
  }

  #token(byte: number): Value | Keyword | undefined {
    if (byte < 0) return undefined;
    if (isDigit(byte) || byte === MINUS || byte === PLUS || byte === POINT) return this.#number();
    if (byte === SOLIDUS) return this.#name();
    if (byte === 40) return this.#literal();
    if (byte === 60) return this.#hexadecimal();
    return isDelimiter(byte) ? this.#delimiter(byte) : this.#word();
  }

  /** The next object; null for a keyword or the end. */
  value(): Value {
    const value = this.next();
    return value === undefined || value instanceof Keyword ? null : value;
  }

  #delimiter(byte: number): Keyword {
    this.position++;
    return new Keyword(String.fromCharCode(byte));
  }

  #word(): Value | Keyword {
    const from = this.position;
    const to = this.#regularEnd();
    const operator = operatorIn(this.bytes, from, to);
    if (operator !== undefined) return operator;
    const text = this.bytes.toString("latin1", from, to);
    if (text === "true") return true;
    if (text === "false") return false;
    return text === "null" ? null : new Keyword(text);
  }

  /** Skips regular characters; returns the new position. */
  #regularEnd(): number {
    const { bytes, end } = this;
    let at = this.position;
    while (at < end && isRegular(bytes[at])) at++;
    this.position = at;
    return at;
  }

  #number(): Value | Keyword {
    const { bytes, end } = this;
    const from = this.position;
    let at = from;
    let value = 0;
    let decimals = -1;
    while (at < end && (bytes[at] === MINUS || bytes[at] === PLUS)) at++;
    const negative = bytes[at - 1] === MINUS && at > from;
    for (; at < end; at++) {
      const byte = bytes[at]!;
      if (isDigit(byte)) {
        value = value * 10 + byte - 48;
        if (decimals >= 0) decimals++;
      } else if (byte === POINT && decimals < 0) decimals = 0;
      else break;
    }
    if (at < end && isRegular(bytes[at])) return this.#oddNumber(from);
    this.position = at;
    if (decimals > 0) value /= POWERS_OF_TEN[decimals] ?? 10 ** decimals;
    if (negative) return -value;
    return decimals < 0 && this.#refs !== undefined ? this.#reference(value, this.#refs) : value;
  }

  /** Parses a malformed number such as `1e5`, `1-2` or `1.2.3` by its beginning; another token is a keyword. */
  #oddNumber(from: number): number | Keyword {
    const to = this.#regularEnd();
    return malformedNumber(this.bytes, from, to) ?? new Keyword(this.bytes.toString("latin1", from, to));
  }

  /** The reference that begins with the number, if a generation and `R` follow; else the number. */
  #reference(number: number, refs: RefOf): number | Ref {
    const { bytes, end } = this;
    let at = this.position;
    while (at < end && isWhiteSpace(bytes[at])) at++;
    if (!isDigit(bytes[at])) return number;
    while (at < end && isDigit(bytes[at])) at++;
    if (!isWhiteSpace(bytes[at])) return number;
    while (at < end && isWhiteSpace(bytes[at])) at++;
    if (bytes[at] !== 82 || at >= end || (at + 1 < end && isRegular(bytes[at + 1]))) return number;
    this.position = at + 1;
    this.#budget?.spendValues(REFERENCE_COST);
    return refs(number);
  }

  #name(): Name {
    const from = ++this.position;
    const to = this.#regularEnd();
    const { bytes } = this;
    let hash = to - from;
    for (let at = from; at < to; at++) hash = (hash * 31 + bytes[at]!) | 0;
    const slot = hash & (NAME_CACHE_SLOTS - 1);
    const known = recentNames[slot];
    if (known !== undefined && isText(bytes, from, to, known.text)) return known;
    this.#budget?.spendValues(NEW_NAME_COST);
    const text = bytes.toString("latin1", from, to);
    const unescaped = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
    const name = new Name(text.includes("#") ? text.replace(/#([0-9a-fA-F]{2})/g, unescaped) : text);
    if (to - from <= CACHED_NAME_MAX_BYTES) recentNames[slot] = name;
    return name;
  }

  #literal(): Uint8Array {
    this.#budget?.spendValues(STRING_COST);
    const { value, next } = readLiteralString(this.bytes, this.position + 1, this.end);
    this.position = next;
    return value;
  }

  #hexadecimal(): Uint8Array {
    const from = this.position + 1;
    let to = this.bytes.indexOf(62, from);
    if (to < 0 || to > this.end) to = this.end;
    this.#budget?.spendValues(STRING_COST + ((to - from) >> BYTES_PER_UNIT_LOG2));
    this.position = Math.min(to + 1, this.end);
    return readHexadecimalString(this.bytes, from, to);
  }

  #array(): Value[] {
    this.position++;
    this.#enter(ARRAY_COST);
    const array: Value[] = [];
    for (;;) {
      const value = this.next();
      if (value === undefined) break;
      if (!(value instanceof Keyword)) array.push(value);
      else if (value.text === "]") break;
      else if (value.text === "endobj" || value.text === ">") break;
    }
    this.#depth--;
    return array;
  }

  #dictionary(): Dict {
    this.position += 2;
    this.#enter(DICTIONARY_COST);
    const dict: Dict = new Map();
    for (;;) {
      this.skipSpace();
      if (this.position >= this.end) break;
      if (this.bytes[this.position] === 62) {
        this.position += this.bytes[this.position + 1] === 62 ? 2 : 1;
        break;
      }
      const before = this.position;
      const key = this.next();
      if (key instanceof Name) {
        this.skipSpace();
        if (this.bytes[this.position] !== 62 || this.bytes[this.position + 1] !== 62) dict.set(key.text, this.value());
      } else if (key instanceof Keyword && /^(?:endobj|stream|endstream|\])$/.test(key.text)) {
        this.position = before;
        break;
      }
    }
    this.#depth--;
    return dict;
  }

  #enter(cost: number): void {
    if (++this.#depth > NESTING_LIMIT) throw new RangeError("Arrays and dictionaries are nested too deep.");
    this.#budget?.spendValues(cost);
  }
}
