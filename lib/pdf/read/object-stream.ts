import { numberAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { plainData } from "../filters/decode.ts";
import { type Ref, Stream, type UnparsedObject, type Value } from "../objects.ts";
import { isDigit } from "./characters.ts";
import { Lexer } from "./lexer.ts";
import type { UnparsedScanner } from "./raw-scanner.ts";

/** An object stream (ISO 32000-2, 7.5.7), unpacked: which objects it holds, each read when asked for. */
export interface ObjectStream {
  numbers: Iterable<number>;
  read(number: number): Value;
  /** The text of an array or dictionary that can be copied as it stands. */
  unparsed(number: number, scanner: UnparsedScanner): UnparsedObject | undefined;
}

/** The next whole number, or -1 where something else stands. */
const nextWholeNumber = (lexer: Lexer): number => {
  lexer.skipSpace();
  const value = isDigit(lexer.bytes[lexer.position]) ? lexer.next() : undefined;
  return typeof value === "number" ? value : -1;
};

/** Unpacks an object stream; undefined when the value is none, or is damaged beyond its first object. */
export const openObjectStream = (
  value: Value,
  refs: (number: number) => Ref,
  budget: Budget,
): ObjectStream | undefined => {
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
      return offset === undefined ? null : new Lexer(data, offset, data.length, refs, budget).value();
    },
    unparsed: (number, scanner) => {
      const offset = offsets.get(number);
      return offset === undefined ? undefined : scanner.scan(data, offset, data.length, refs, budget);
    },
  };
};
