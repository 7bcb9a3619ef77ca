import { numberAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { Stream, type UnparsedObject, type Value } from "../objects.ts";
import { isDigit } from "./characters.ts";
import { Lexer, type RefOf } from "./lexer.ts";
import type { UnparsedScanner } from "./unparsed-scanner.ts";

/** A decoded object stream (ISO 32000-2, 7.5.7), whose objects are parsed on demand. */
export interface ObjectStream {
  numbers: Iterable<number>;
  read(number: number): Value;
  /** The text of an array or dictionary that can be copied unchanged. */
  unparsed(number: number, scanner: UnparsedScanner): UnparsedObject | undefined;
}

/** The next whole number; -1 for another token. */
const nextWholeNumber = (lexer: Lexer): number => {
  lexer.skipSpace();
  const value = isDigit(lexer.bytes[lexer.position]) ? lexer.next() : undefined;
  return typeof value === "number" ? value : -1;
};

/** Decodes an object stream; undefined if the value is not one or cannot be decoded. */
export const openObjectStream = (value: Value, refs: RefOf, budget: Budget): ObjectStream | undefined => {
  if (!(value instanceof Stream)) return undefined;
  const data = plainData(value, budget);
  const count = numberAt(value, "N");
  const first = numberAt(value, "First");
  if (data === undefined || count === undefined || first === undefined) return undefined;
  const offsets = new Map<number, number>();
  const head = new Lexer(data, 0, Math.min(Math.max(0, first), data.length));
  for (let entry = 0; entry < count; entry++) {
    const number = nextWholeNumber(head);
    const offset = nextWholeNumber(head);
    if (number < 0 || offset < 0) break;
    budget.spendValues(1);
    offsets.set(number, first + offset);
  }
  return {
    numbers: offsets.keys(),
    read: (number) => {
      const offset = offsets.get(number);
      return offset === undefined ? null : new Lexer(data, offset, data.length, { refs, budget }).value();
    },
    unparsed: (number, scanner) => {
      const offset = offsets.get(number);
      return offset === undefined ? undefined : scanner.scan(data, offset, refs, budget);
    },
  };
};
