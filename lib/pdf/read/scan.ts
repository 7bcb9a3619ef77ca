import type { Budget } from "../budget.ts";
import { type Dict, Name, type RefOf, Stream, type Value } from "../objects.ts";
import { isDigit, isWhiteSpace } from "./characters.ts";
import { Lexer } from "./lexer.ts";
import { endOfKeyword, headerAt, readObject } from "./object.ts";
import { emptyIndex, OBJECT_NUMBER_LIMIT, type ObjectIndex } from "./object-index.ts";

function* occurrencesOf(bytes: Buffer, word: string): Generator<number> {
  for (let at = bytes.indexOf(word, 0, "latin1"); at >= 0; at = bytes.indexOf(word, at + word.length, "latin1"))
    yield at;
}

/** The offset of an object header, by the offset of its `obj`; -1 if it has no number and generation. */
const headerStart = (bytes: Buffer, word: number): number => {
  let at = word;
  for (let number = 0; number < 2; number++) {
    const spaces = at;
    while (at > 0 && isWhiteSpace(bytes[at - 1])) at--;
    if (at === spaces && number === 1) return -1;
    const digits = at;
    while (at > 0 && digits - at < 10 && isDigit(bytes[at - 1])) at--;
    if (at === digits) return -1;
  }
  return at;
};

/** The result of `read`; null if brackets are nested too deeply. */
const readOrNull = (read: () => Value): Value => {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
};

/** The result of a scan: the objects outside of object streams, and the numbers of the object streams. */
interface ScanResult {
  index: ObjectIndex;
  /** Numbers of the object streams, in file order. */
  objectStreams: number[];
}

const TRAILER_KEYS = ["Root", "Info", "Encrypt", "ID"];

/** What an object in the index costs, in units of the budget. */
const OBJECT_COST = 4;

interface ObjectStart {
  readonly at: number;
  readonly number: number;
}

/** Bytes after an object's start in which the type of a stream is searched. */
const TYPE_DISTANCE_BYTES = 2048;

/** A scan of a file. It is one class, because trailers and streams are found by the objects before them. */
class ObjectScan {
  readonly index = emptyIndex();
  readonly #bytes: Buffer;
  readonly #refs: RefOf;
  readonly #budget: Budget;
  readonly #starts: ObjectStart[] = [];

  constructor(bytes: Buffer, refs: RefOf, budget: Budget) {
    this.#bytes = bytes;
    this.#refs = refs;
    this.#budget = budget;
  }

  /** Adds all objects to the index; the last one of a number counts, as in updates. */
  findObjects(): void {
    const bytes = this.#bytes;
    for (const word of occurrencesOf(bytes, "obj")) {
      if (bytes[word - 1] === 100) continue;
      const at = headerStart(bytes, word);
      const header = at < 0 ? undefined : headerAt(bytes, at);
      if (header === undefined || header.number > OBJECT_NUMBER_LIMIT) continue;
      this.#budget.spendValues(OBJECT_COST);
      this.#starts.push({ at, number: header.number });
      this.index.offsets.set(header.number, at);
    }
  }

  /** All trailers, those of cross-reference tables first. */
  trailers(): Dict[] {
    const trailers: Dict[] = [];
    for (const at of occurrencesOf(this.#bytes, "trailer")) {
      const from = endOfKeyword(this.#bytes, at + "trailer".length, "<<");
      if (from === undefined) continue;
      const lexer = new Lexer(this.#bytes, from - 2, this.#bytes.length, { refs: this.#refs, budget: this.#budget });
      const trailer = readOrNull(() => lexer.value());
      if (trailer instanceof Map) trailers.push(trailer);
    }
    return [...trailers, ...[...this.streamsOf("XRef")].map(({ stream }) => stream.dict)];
  }

  /** The streams of a type: objects whose start is shortly before the type's name. */
  *streamsOf(type: string): Generator<{ number: number; stream: Stream }> {
    const starts = this.#starts;
    let object = 0;
    let last: ObjectStart | undefined;
    for (const at of occurrencesOf(this.#bytes, `/${type}`)) {
      while ((starts[object + 1]?.at ?? Number.POSITIVE_INFINITY) < at) object++;
      const start = starts[object];
      if (start === undefined || start === last || at - start.at > TYPE_DISTANCE_BYTES) continue;
      last = start;
      if (this.index.offsets.get(start.number) !== start.at) continue;
      const stream = readOrNull(() => this.#readAt(start.at));
      const name = stream instanceof Stream ? stream.dict.get("Type") : undefined;
      if (stream instanceof Stream && name instanceof Name && name.text === type)
        yield { number: start.number, stream };
    }
  }

  #readAt(offset: number): Value {
    const length = (value: unknown) => (typeof value === "number" ? value : undefined);
    const header = headerAt(this.#bytes, offset);
    return header === undefined
      ? null
      : readObject({ bytes: this.#bytes, budget: this.#budget, ref: this.#refs, length }, header);
  }
}

/** Collects the entries of a document from its trailers, the newest of which comes last. */
const joinTrailers = (trailers: Dict[], joined: Dict): void => {
  for (const trailer of trailers.toReversed()) {
    if (!trailer.has("Root")) continue;
    // An older trailer can have further entries, but its Encrypt entry says nothing about the newest revision.
    const isOlder = joined.has("Root");
    for (const key of TRAILER_KEYS) {
      if (isOlder && (key === "Encrypt" || joined.has(key))) continue;
      const value = trailer.get(key);
      if (value !== undefined) joined.set(key, value);
    }
  }
};

/** Rebuilds the index of a file whose cross-reference is damaged, from the objects themselves. */
export const scanForObjects = (bytes: Buffer, refs: RefOf, budget: Budget): ScanResult => {
  const scan = new ObjectScan(bytes, refs, budget);
  scan.findObjects();
  joinTrailers(scan.trailers(), scan.index.trailer);
  return { index: scan.index, objectStreams: [...new Set([...scan.streamsOf("ObjStm")].map(({ number }) => number))] };
};
