import { Name, Ref, Stream, type Value } from "../objects.ts";
import { CHARACTER_CLASS } from "../read/characters.ts";

/** How a reference is written: the object's new number, or undefined for one that is left out. */
export type ObjectNumberOf = (ref: Ref) => number | undefined;

/** Names as they were written before; the same few hundred make up most of a file. */
const writtenNames = new Map<string, string>();
const WRITTEN_NAMES_LIMIT = 4096;

/** A name with its slash; what is no plain character is escaped. */
export const serialiseName = (text: string): string => {
  const known = writtenNames.get(text);
  if (known !== undefined) return known;
  const escaped = (char: string) => `#${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const name = `/${text.replace(/[^!-~]|[#()<>[\]{}/%]/g, escaped)}`;
  if (writtenNames.size >= WRITTEN_NAMES_LIMIT) writtenNames.clear();
  writtenNames.set(text, name);
  return name;
};

/** A literal string; only what would end or change it is escaped. */
export const serialiseString = (bytes: Uint8Array): string => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  if (!/[()\\\r]/.test(text)) return `(${text})`;
  return `(${text.replace(/[()\\]/g, "\\$&").replaceAll("\r", "\\r")})`;
};

/** A number without an exponent; what is no number becomes 0. */
const serialiseNumber = (value: number): string => {
  if (!Number.isFinite(value)) return "0";
  const text = Math.abs(value) < 1e21 ? String(value) : String(BigInt(value));
  if (text.includes("e")) return value.toFixed(12).replace(/\.?0+$/, "");
  return text.startsWith("0.") ? text.slice(1) : text.startsWith("-0.") ? `-${text.slice(2)}` : text;
};

const isDelimiter = (text: string, at: number): boolean => CHARACTER_CLASS[text.charCodeAt(at)] === 2;

/** What comes next, with a space before it where it would run together with what stands there. */
const separated = (before: string, next: string): string =>
  isDelimiter(before, before.length - 1) || isDelimiter(next, 0) ? next : ` ${next}`;

/** A value in the syntax of ISO 32000-2, 7.3, as short as it can be; a stream gives its dictionary. */
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
      // Only the last entry is looked at: the end of a text that grows would have to be put together each time.
      const next = serialise(entry, numberOf);
      text += separated(last, next);
      last = next;
    }
    return `${text}]`;
  }
  if (value instanceof Map) {
    let text = "<<";
    for (const [key, entry] of value) {
      const name = serialiseName(key);
      text += name + separated(name, serialise(entry, numberOf));
    }
    return `${text}>>`;
  }
  if (value instanceof Stream) return serialise(value.dict, numberOf);
  return String(value ?? null);
};
