import type { Budget } from "../budget.ts";
import { type Ref, Stream, type Value } from "../objects.ts";
import { isDigit, isWhiteSpace } from "./characters.ts";
import { Lexer } from "./lexer.ts";

/** The header of an indirect object: number, generation, and the offset after `obj`. */
interface ObjectHeader {
  number: number;
  generation: number;
  body: number;
}

/** White space that is skipped before a keyword or a number of a header: many offsets may lead to the same run of it. */
const SPACE_LIMIT_BYTES = 256;

/** The offset after white space. */
const spaceEnd = (bytes: Buffer, from: number): number => {
  let at = from;
  while (at - from < SPACE_LIMIT_BYTES && isWhiteSpace(bytes[at])) at++;
  return at;
};

/** Parses `12 0 obj` at an offset; undefined if there is no such header. */
export const headerAt = (bytes: Buffer, offset: number): ObjectHeader | undefined => {
  let at = offset;
  const readNumber = (): number => {
    let value = 0;
    at = spaceEnd(bytes, at);
    const from = at;
    for (; isDigit(bytes[at]) && at - from < 11; at++) value = value * 10 + bytes.readUInt8(at) - 48;
    return at > from ? value : -1;
  };
  const number = readNumber();
  if (number < 0 || !isWhiteSpace(bytes[at])) return undefined;
  const generation = readNumber();
  if (generation < 0) return undefined;
  at = spaceEnd(bytes, at);
  if (bytes[at] !== 111 || bytes[at + 1] !== 98 || bytes[at + 2] !== 106) return undefined;
  return { number, generation, body: at + 3 };
};

/**
 * The offset after a keyword at an offset, which may have white space before it; undefined if another token is there.
 */
export const endOfKeyword = (bytes: Buffer, offset: number, word: string): number | undefined => {
  const at = spaceEnd(bytes, offset);
  for (let letter = 0; letter < word.length; letter++)
    if (bytes[at + letter] !== word.charCodeAt(letter)) return undefined;
  return at + word.length;
};

/** The binary logarithm of the bytes for which a search costs one unit of the budget. */
const SEARCHED_BYTES_LOG2 = 8;
/** The same for the bytes of a stream: many streams may share them. */
const STREAM_BYTES_LOG2 = 5;

/** The end of a stream's data, found without its /Length. */
const findStreamEnd = (bytes: Buffer, from: number, budget: Budget): number => {
  const endStream = bytes.indexOf("endstream", from, "latin1");
  const endObject = bytes.indexOf("endobj", from, "latin1");
  const searched = (found: number) => (found < 0 ? bytes.length : found) - from;
  budget.spendValues((searched(endStream) + searched(endObject)) >> SEARCHED_BYTES_LOG2);
  let end = endStream;
  if (end < 0 || (endObject >= 0 && endObject < end - 20)) end = endObject >= 0 ? endObject : bytes.length;
  if (end > from && bytes[end - 1] === 10) end--;
  if (end > from && bytes[end - 1] === 13) end--;
  return end;
};

/** The parts of a file that parsing an object needs. */
interface ObjectContext {
  bytes: Buffer;
  budget: Budget;
  ref(number: number): Ref;
  /** The number that a stream's /Length states or refers to. */
  length(value: Value | undefined): number | undefined;
}

/** Parses the object after a header; a stream's data is not decoded. */
export const readObject = (file: ObjectContext, header: ObjectHeader): Value => {
  const { bytes, budget } = file;
  const lexer = new Lexer(bytes, header.body, bytes.length, { refs: (number) => file.ref(number), budget });
  budget.spendValues(1);
  const value = lexer.value();
  if (!(value instanceof Map)) return value;
  lexer.skipSpace();
  let from = endOfKeyword(bytes, lexer.position, "stream");
  if (from === undefined) return value;
  if (bytes[from] === 13 && bytes[from + 1] === 10) from += 2;
  else if (bytes[from] === 10 || bytes[from] === 13) from++;
  const length = file.length(value.get("Length"));
  value.delete("Length");
  const statedEnd = length === undefined || length < 0 ? bytes.length : from + length;
  const isStatedEndValid = statedEnd < bytes.length && endOfKeyword(bytes, statedEnd, "endstream") !== undefined;
  const end = isStatedEndValid ? statedEnd : findStreamEnd(bytes, from, budget);
  budget.spendValues((end - from) >> STREAM_BYTES_LOG2);
  return new Stream(value, bytes.subarray(from, end));
};
