import { Name, type Value } from "../objects.ts";
import { isDelimiter, isWhiteSpace } from "../read/characters.ts";
import { serialiseName, serialiseString } from "../write/serialise.ts";

/** Writes a number with at most `decimals` decimals, in as few characters as possible. */
export const printNumber = (value: number, decimals: number): string => {
  if (!Number.isFinite(value)) return "0";
  // JavaScript writes larger numbers with an exponent, which PDF does not know.
  if (Math.abs(value) >= 1e15) return String(BigInt(Math.round(value)));
  let text = Number.isInteger(value) ? String(value) : value.toFixed(Math.min(decimals, 20));
  // short input: 50 characters
  if (text.includes(".")) text = text.replace(/\.?0+$/, "");
  if (text === "-0" || text === "") return "0";
  return text.startsWith("0.") ? text.slice(1) : text.startsWith("-0.") ? `-${text.slice(2)}` : text;
};

/** Decimals of coordinates in points: a hundredth is 1/7200 inch. */
const POINT_DECIMALS = 2;

/** The decimals that coordinates need if a unit measures `scale` points. */
export const coordinateDecimals = (scale: number): number =>
  Math.max(0, Math.min(6, POINT_DECIMALS + Math.ceil(Math.log10(Math.max(scale, 1e-6)) - 1e-9)));

const separates = (character: number): boolean => isDelimiter(character) || isWhiteSpace(character);

/** Whether two tokens need a space between them. */
const needsSpace = (before: string, after: string): boolean =>
  before !== "" && !separates(before.charCodeAt(before.length - 1)) && !isDelimiter(after.charCodeAt(0));

/** Decimals that change nothing. */
const EXACT_DECIMALS = 9;

/** Writes an operand; numbers are rounded to `decimals` decimals. */
const printOperand = (value: Value, decimals: number): string => {
  if (typeof value === "number") return printNumber(value, decimals);
  if (value instanceof Name) return serialiseName(value.text);
  if (value instanceof Uint8Array) return serialiseString(value);
  if (Array.isArray(value)) return `[${printOperands(value, decimals)}]`;
  if (!(value instanceof Map)) return String(value);
  let text = "<<";
  for (const [key, entry] of value) {
    const printed = printOperand(entry, EXACT_DECIMALS);
    const name = serialiseName(key);
    text += needsSpace(name, printed) ? `${name} ${printed}` : name + printed;
  }
  return `${text}>>`;
};

export const printOperands = (values: readonly Value[], decimals: number): string => {
  let text = "";
  let last = "";
  for (const value of values) {
    const printed = printOperand(value, decimals);
    // Only the last operand is passed: reading the end of the growing text would flatten it each time.
    text += needsSpace(last, printed) ? ` ${printed}` : printed;
    last = printed;
  }
  return text;
};

export const printOperation = (operator: string, operands: readonly Value[], decimals: number): string => {
  const printed = printOperands(operands, decimals);
  return needsSpace(printed, operator) ? `${printed} ${operator}` : printed + operator;
};

/** Writes an inline image, whose data ends with white space, by which readers find its end. */
export const printInlineImage = (dict: Value | undefined, data: Uint8Array): string => {
  const entries = dict instanceof Map ? printOperands([dict], EXACT_DECIMALS).slice(2, -2) : "";
  return `BI${entries} ID ${Buffer.from(data).toString("latin1")}EI\n`;
};

/** The tokens of a content stream that is being written. */
export class ContentTokens {
  readonly #pieces: string[] = [];
  #last = "";

  /** Writes a token, after a line feed if it would run together with the token before. */
  write(token: string): void {
    if (needsSpace(this.#last, token)) this.#pieces.push("\n");
    this.#pieces.push(token);
    this.#last = token;
  }

  /** The content, which ends with a line feed. */
  finish(): string {
    return `${this.#pieces.join("")}\n`;
  }
}
