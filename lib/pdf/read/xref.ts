import { numbersOf } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { Name, Ref, type RefOf, Stream } from "../objects.ts";
import { isDigit, isWhiteSpace } from "./characters.ts";
import { Keyword, Lexer } from "./lexer.ts";
import { headerAt, readObject } from "./object.ts";
import { addEntry, emptyIndex, type ObjectIndex, wholeNumberAt } from "./object-index.ts";

/** Thrown when the cross-reference cannot be read, so that the file must be scanned. */
export class DamagedXref extends Error {
  override readonly name = "BrokenIndex";
}

interface XrefReading {
  bytes: Buffer;
  budget: Budget;
  /** Objects cannot be loaded before the index is complete, so references in trailers stay unresolved. */
  refs: RefOf;
  /** Bytes before the header, if offsets count from the header. */
  shift: number;
  index: ObjectIndex;
  seen: Set<number>;
}

const TABLE_ENTRY_BYTES = 20;
/** What an entry of the index costs, in units of the budget. */
const ENTRY_COST = 3;
const IN_USE = 110;

/** The offset in a table entry that has exactly the standard's format and is in use; -1 for another. */
const plainEntryOffset = (bytes: Buffer, at: number): number => {
  if (bytes[at + 10] !== 32 || bytes[at + 16] !== 32 || bytes[at + 17] !== IN_USE || !isWhiteSpace(bytes[at + 18]))
    return -1;
  let offset = 0;
  for (let digit = at; digit < at + 10; digit++) {
    const byte = bytes.readUInt8(digit);
    if (!isDigit(byte)) return -1;
    offset = offset * 10 + byte - 48;
  }
  return isWhiteSpace(bytes[at + 19]) && offset > 0 ? offset : -1;
};

/** Reads a table: subsections of 20-byte entries. Returns the numbers of deleted objects. */
const readTable = (reading: XrefReading, lexer: Lexer): number[] => {
  const deleted: number[] = [];
  for (;;) {
    const first = lexer.next();
    if (first instanceof Keyword && first.text === "trailer") return deleted;
    const count = lexer.next();
    if (typeof first !== "number" || typeof count !== "number") throw new DamagedXref("no subsection");
    for (let number = first; number < first + count; number++) {
      reading.budget.spendValues(ENTRY_COST);
      lexer.skipSpace();
      const entryStart = lexer.position;
      const plainOffset = plainEntryOffset(lexer.bytes, entryStart);
      if (plainOffset > 0) {
        addEntry(reading.index, "offsets", number, plainOffset + reading.shift);
        lexer.position = entryStart + TABLE_ENTRY_BYTES;
        continue;
      }
      const offset = lexer.next();
      if (offset instanceof Keyword) {
        lexer.position = entryStart;
        break;
      }
      lexer.next();
      const kind = lexer.next();
      if (!(kind instanceof Keyword) || typeof offset !== "number") throw new DamagedXref("no entry");
      if (kind.text === "n" && offset > 0) addEntry(reading.index, "offsets", number, offset + reading.shift);
      else if (kind.text === "f" || kind.text === "n") deleted.push(number);
      else throw new DamagedXref("no entry");
    }
  }
};

/** Reads a cross-reference stream (ISO 32000-2, 7.5.8). */
const readStream = (reading: XrefReading, stream: Stream): void => {
  const data = plainData(stream, reading.budget);
  const widths = numbersOf(stream.dict.get("W"));
  if (data === undefined || widths === undefined || widths.length < 3) throw new DamagedXref("no entries");
  const [kindWidth, placeWidth, detailWidth] = widths as [number, number, number];
  if (Math.min(...widths) < 0 || Math.max(...widths) > 8) throw new DamagedXref("impossible widths");
  const row = kindWidth + placeWidth + detailWidth;
  if (row === 0) throw new DamagedXref("impossible widths");
  const sections = numbersOf(stream.dict.get("Index")) ?? [0, wholeNumberAt(stream.dict, "Size") ?? 0];
  let at = 0;
  const field = (width: number): number => {
    let value = 0;
    for (const end = at + width; at < end; at++) value = value * 256 + data.readUInt8(at);
    return value;
  };
  for (let section = 0; section + 1 < sections.length; section += 2) {
    const [first = 0, count = 0] = sections.slice(section, section + 2);
    for (let number = first; number < first + count && at + row <= data.length; number++) {
      reading.budget.spendValues(ENTRY_COST);
      const kind = kindWidth > 0 ? field(kindWidth) : 1;
      const location = field(placeWidth);
      field(detailWidth);
      if (kind === 2) addEntry(reading.index, "compressed", number, location);
      else addEntry(reading.index, "offsets", number, kind === 1 ? location + reading.shift : 0);
    }
  }
};

const readSection = (reading: XrefReading, start: number): number | undefined => {
  if (reading.seen.has(start) || start >= reading.bytes.length) throw new DamagedXref("sections in a circle");
  reading.seen.add(start);
  const { bytes, budget, refs, index } = reading;
  const lexer = new Lexer(bytes, start, bytes.length, { refs, budget });
  const word = lexer.next();
  if (word instanceof Keyword && word.text === "xref") {
    const deleted = readTable(reading, lexer);
    const trailer = lexer.next();
    if (!(trailer instanceof Map)) throw new DamagedXref("no trailer");
    const hybridOffset = wholeNumberAt(trailer, "XRefStm");
    if (hybridOffset !== undefined) {
      try {
        readSection(reading, hybridOffset + reading.shift);
      } catch (error) {
        if (!(error instanceof DamagedXref)) throw error;
      }
    }
    for (const number of deleted) addEntry(index, "offsets", number, 0);
    if (index.trailer.size === 0 || !index.trailer.has("Root")) index.trailer = trailer;
    return wholeNumberAt(trailer, "Prev");
  }
  const header = headerAt(bytes, start);
  if (header === undefined) throw new DamagedXref("nothing at startxref");
  const length = (value: unknown) => (typeof value === "number" ? value : undefined);
  const stream = readObject({ bytes, budget, ref: refs, length }, header);
  const type = stream instanceof Stream ? stream.dict.get("Type") : undefined;
  if (!(stream instanceof Stream && type instanceof Name && type.text === "XRef")) throw new DamagedXref("no stream");
  readStream(reading, stream);
  if (index.trailer.size === 0) index.trailer = new Map(stream.dict);
  return wholeNumberAt(stream.dict, "Prev");
};

/** Bytes at the end of a file that are searched for `startxref`. */
const TAIL_BYTES = 2048;

/**
 * Reads the cross-reference from the last `startxref` through all earlier sections: tables, streams, hybrids. Throws
 * DamagedXref if one of them cannot be read.
 */
export const readIndex = (bytes: Buffer, shift: number, refs: RefOf, budget: Budget): ObjectIndex => {
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - TAIL_BYTES));
  const start = /^startxref\s{1,20}(\d{1,20})/.exec(tail.slice(Math.max(0, tail.lastIndexOf("startxref"))))?.[1];
  if (start === undefined) throw new DamagedXref("no startxref");
  const index = { ...emptyIndex(), start: Number(start) + shift };
  const reading: XrefReading = { bytes, budget, refs, shift, index, seen: new Set() };
  for (let next: number | undefined = Number(start); next !== undefined; ) next = readSection(reading, next + shift);
  if (!(index.trailer.get("Root") instanceof Ref)) throw new DamagedXref("no catalog");
  return index;
};

/**
 * Whether an index covers the newest revision: its newest section is after the last `startxref` but one, or it has an
 * object there, or no object is there. A damaged `startxref` may lead to an older revision, in which deleted objects
 * still exist.
 */
export const coversNewestRevision = (bytes: Buffer, index: ObjectIndex): boolean => {
  const last = bytes.lastIndexOf("startxref");
  // Most files have one revision, and are large: only what follows the newest section is searched first.
  if (index.start < last && bytes.subarray(index.start, last).indexOf("startxref") < 0) return true;
  const before = last > 0 ? bytes.lastIndexOf("startxref", last - 1) : -1;
  if (before < 0 || (index.start > before && index.start < last)) return true;
  for (const offset of index.offsets.values()) if (offset > before) return true;
  const added = bytes.subarray(before, last);
  for (let at = added.indexOf(" obj"); at >= 0; at = added.indexOf(" obj", at + 4)) {
    if (isDigit(added[at - 1]) && headerAt(added, lineStart(added, at)) !== undefined) return false;
  }
  return true;
};

/** The offset at which the two numbers before an offset begin. */
const lineStart = (bytes: Buffer, offset: number): number => {
  let at = offset;
  while (at > 0 && offset - at < 20 && (isDigit(bytes[at - 1]) || bytes[at - 1] === 32)) at--;
  return at;
};
