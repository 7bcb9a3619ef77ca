import { Name, Ref, Stream, type Value } from "../objects.ts";
import { isDelimiter } from "../read/characters.ts";
import { latin1Key } from "../strings.ts";

/** The object number that a reference is written with; undefined writes `null` in its place. */
export type ObjectNumberOf = (ref: Ref) => number | undefined;

/** Serialised names by their text. Most names in files are the same few hundred. */
const writtenNames = new Map<string, string>();
const WRITTEN_NAMES_LIMIT = 4096;
const WRITTEN_NAME_MAX_LENGTH = 64;

/** Serialises a name with its slash; characters other than regular ASCII are escaped. */
export const serialiseName = (text: string): string => {
  const known = writtenNames.get(text);
  if (known !== undefined) return known;
  const escaped = (char: string) => `#${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const name = `/${text.replace(/[^!-~]|[#()<>[\]{}/%]/g, escaped)}`;
  if (text.length > WRITTEN_NAME_MAX_LENGTH) return name;
  if (writtenNames.size >= WRITTEN_NAMES_LIMIT) writtenNames.clear();
  writtenNames.set(text, name);
  return name;
};

/** Serialises a literal string with as few escapes as possible. */
export const serialiseString = (bytes: Uint8Array): string => {
  const text = latin1Key(bytes);
  if (!/[()\\\r]/.test(text)) return `(${text})`;
  return `(${text.replace(/[()\\]/g, "\\$&").replaceAll("\r", "\\r")})`;
};

/** Serialises a number without an exponent; infinity and NaN become 0. */
const serialiseNumber = (value: number): string => {
  if (!Number.isFinite(value)) return "0";
  const text = Math.abs(value) < 1e21 ? String(value) : String(BigInt(value));
  // short input: 25 characters
  if (text.includes("e")) return value.toFixed(12).replace(/\.?0+$/, "");
  return text.startsWith("0.") ? text.slice(1) : text.startsWith("-0.") ? `-${text.slice(2)}` : text;
};

/** The last character of a token ends it. The slash of a name without characters does not: it would begin the next token. */
const isClosed = (token: string): boolean => !token.endsWith("/") && isDelimiter(token.charCodeAt(token.length - 1));

/** The next token, with a space before it if it would run together with the token before. */
const separate = (before: string, next: string): string =>
  isClosed(before) || isDelimiter(next.charCodeAt(0)) ? next : ` ${next}`;

/** Serialises a value (ISO 32000-2, 7.3) in as few bytes as possible; for a stream, its dictionary. */
export const serialise = (value: Value | undefined, numberOf: ObjectNumberOf): string => {
  if (typeof value === "number") return serialiseNumber(value);
  if (value instanceof Name) return serialiseName(value.text);
  if (value instanceof Ref) {
    const number = numberOf(value);
    return number === undefined ? "null" : `${number} 0 R`;
  }
  if (value instanceof Uint8Array) return serialiseString(value);
  if (Array.isArray(value)) {
    let text = "[";
    let last = text;
    for (const entry of value) {
      // Only the last entry is passed: reading the end of the growing string would flatten it each time.
      const next = serialise(entry, numberOf);
      text += separate(last, next);
      last = next;
    }
    return `${text}]`;
  }
  if (value instanceof Map) {
    let text = "<<";
    for (const [key, entry] of value) {
      const name = serialiseName(key);
      text += name + separate(name, serialise(entry, numberOf));
    }
    return `${text}>>`;
  }
  if (value instanceof Stream) return serialise(value.dict, numberOf);
  return String(value ?? null);
};
