import SaxonJS, { type CompiledPart, type SaxonItem } from "saxonjs-he";
import { evaluateBy } from "./evaluation.ts";

const { XS, Iter } = SaxonJS;

/** How SaxonJS names the remainders and whole quotients of operands that are or may be integers. */
const REMAINDERS = ["i%i", "a%a"];
const QUOTIENTS = ["i~i", "a~a"];

const bigOf = (item: SaxonItem | null | undefined): bigint | undefined =>
  XS.integer.matches(item) ? BigInt(String(item)) : undefined;

const isSafe = (number: bigint): boolean => Number.isSafeInteger(Number(number));

/**
 * Computes `mod` and `idiv` of integers beyond 2^53 exactly. SaxonJS computes them as doubles, by which the check digits of an
 * IBAN are wrong.
 */
const computeExactly = (part: CompiledPart, isRemainder: boolean): void =>
  evaluateBy(part, ([first, second], bySaxon) => {
    const [a, b] = [bigOf(first), bigOf(second)];
    if (a === undefined || b === undefined || b === 0n || (isSafe(a) && isSafe(b))) return bySaxon();
    return Iter.Singleton(XS.integer.fromString(String(isRemainder ? a % b : a / b)));
  });

/** The absolute value of a number with all of its digits: as a text for what writes it, as a double for what compares it. */
const writtenExactly = (digits: string, value: number) => ({
  [Symbol.toPrimitive]: (hint: string) => (hint === "number" ? value : digits),
  toString: () => digits,
});

/** By how much `format-number()` multiplies: for nothing, a percent and a per-mille sign. */
const FACTORS = [1, 100, 1000];

/**
 * Lets `format-number()` have all digits of a decimal number. SaxonJS takes the absolute value of a double, and writes its digits,
 * or its exponent if that is small.
 */
const formatExactly = (part: CompiledPart): void =>
  evaluateBy(part, ([number], bySaxon) => {
    const value = number?.toDouble().value ?? 0;
    if (!Number.isFinite(value) || value === 0) return bySaxon();
    const exact = XS.decimal.cast(number).value;
    const { abs } = Math;
    Math.abs = (absolute) => {
      const factor = FACTORS.find((one) => value * one === absolute);
      if (factor === undefined) return abs(absolute);
      return writtenExactly(exact.abs().times(factor).toFixed(), abs(absolute)) as unknown as number;
    };
    try {
      return bySaxon();
    } finally {
      Math.abs = abs;
    }
  });

/** Mends the arithmetic of a compiled stylesheet where SaxonJS loses digits. */
export const keepDigits = (part: CompiledPart): void => {
  const { calc = "" } = part;
  if (part.N === "arith" && REMAINDERS.includes(calc)) computeExactly(part, true);
  if (part.N === "arith" && QUOTIENTS.includes(calc)) computeExactly(part, false);
  if (part.N === "fn" && part.name === "format-number") formatExactly(part);
  for (const child of part.C ?? []) keepDigits(child);
};
