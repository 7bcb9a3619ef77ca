import type { Budget } from "../budget.ts";
import { type Dict, Name, Stream, type Value } from "../objects.ts";
import { CHARACTER_CLASS, isDigit } from "./characters.ts";
import { Lexer } from "./lexer.ts";
import { headerAt, readObject } from "./object.ts";
import { emptyIndex, OBJECT_NUMBER_LIMIT, type ObjectIndex } from "./object-index.ts";
import type { RefOf } from "./xref.ts";

/** Every offset of a word. */
function* occurrencesOf(bytes: Buffer, word: string): Generator<number> {
  for (let at = bytes.indexOf(word, 0, "latin1"); at >= 0; at = bytes.indexOf(word, at + word.length, "latin1"))
    yield at;
}

/** The offset of an object header, by the offset of its `obj`; -1 if it has no number and generation. */
const headerStart = (bytes: Buffer, word: number): number => {
  let at = word;
  for (let number = 0; number < 2; number++) {
    const spaces = at;
    while (at > 0 && CHARACTER_CLASS[bytes[at - 1]!] === 1) at--;
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
export interface ScanResult {
  index: ObjectIndex;
  /** Numbers of the object streams, in file order. */
  objectStreams: number[];
}

const TRAILER_KEYS = ["Root", "Info", "Encrypt", "ID"];

/** Rebuilds the index of a file whose cross-reference is lost: the last object of a number counts, as in updates. */
export const scanForObjects = (bytes: Buffer, refs: RefOf, budget: Budget): ScanResult => {
  const index = emptyIndex();
  const starts: { at: number; number: number }[] = [];
  for (const word of occurrencesOf(bytes, "obj")) {
    if (bytes[word - 1] === 100) continue;
    const at = headerStart(bytes, word);
    const header = at < 0 ? undefined : headerAt(bytes, at);
    if (header === undefined || header.number > OBJECT_NUMBER_LIMIT) continue;
    budget.spendValues(2);
    starts.push({ at, number: header.number });
    index.offsets.set(header.number, at);
  }

  const trailers: Dict[] = [];
  for (const at of occurrencesOf(bytes, "trailer")) {
    const trailer = readOrNull(() => new Lexer(bytes, at + 7, bytes.length, refs, budget).value());
    if (trailer instanceof Map) trailers.push(trailer);
  }
  const direct = {
    bytes,
    budget,
    ref: refs,
    length: (value: unknown) => (typeof value === "number" ? value : undefined),
  };
  /** The streams of a type, found by its name, each by the object in front of it. */
  const streamsOf = function* (type: string): Generator<{ number: number; stream: Stream }> {
    let object = 0;
    for (const at of occurrencesOf(bytes, `/${type}`)) {
      while (object + 1 < starts.length && starts[object + 1]!.at < at) object++;
      const start = starts[object];
      if (start === undefined || at - start.at > 2048 || index.offsets.get(start.number) !== start.at) continue;
      const value = readOrNull(() => readObject(direct, headerAt(bytes, start.at)!));
      const name = value instanceof Stream ? value.dict.get("Type") : undefined;
      if (value instanceof Stream && name instanceof Name && name.text === type) {
        yield { number: start.number, stream: value };
      }
    }
  };
  for (const { stream } of streamsOf("XRef")) trailers.push(stream.dict);
  for (const trailer of trailers.reverse()) {
    if (!trailer.has("Root")) continue;
    // An older trailer may tell more of the document, but not whether the newest one is encrypted.
    const known = index.trailer.has("Root");
    for (const key of TRAILER_KEYS) {
      if (known && (key === "Encrypt" || index.trailer.has(key))) continue;
      if (trailer.has(key)) index.trailer.set(key, trailer.get(key)!);
    }
  }
  return { index, objectStreams: [...new Set([...streamsOf("ObjStm")].map(({ number }) => number))] };
};
