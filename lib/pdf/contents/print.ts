import { Name, type Value } from "../objects.ts";
import { CHARACTER_CLASS } from "../read/characters.ts";
import { serialiseName, serialiseString } from "../write/serialise.ts";

/** A number with at most so many decimals, as short as it can be written. */
export const printNumber = (value: number, decimals: number): string => {
  if (!Number.isFinite(value)) return "0";
  let text = Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : value.toFixed(Math.min(decimals, 20));
  if (text.includes(".")) text = text.replace(/\.?0+$/, "");
  if (text === "-0" || text === "") return "0";
  return text.startsWith("0.") ? text.slice(1) : text.startsWith("-0.") ? `-${text.slice(2)}` : text;
};

/** Whether two tokens need a space between them. */
export const needsSpace = (before: string, after: string): boolean =>
  before !== "" &&
  CHARACTER_CLASS[before.charCodeAt(before.length - 1)] !== 2 &&
  CHARACTER_CLASS[after.charCodeAt(0)] !== 2;

/** An operand of a content stream, its numbers rounded to so many decimals. */
const printOperand = (value: Value, decimals: number): string => {
  if (typeof value === "number") return printNumber(value, decimals);
  if (value instanceof Name) return serialiseName(value.text);
  if (value instanceof Uint8Array) return serialiseString(value);
  if (Array.isArray(value)) return `[${printOperands(value, decimals)}]`;
  if (!(value instanceof Map)) return String(value);
  let text = "<<";
  for (const [key, entry] of value) {
    const printed = printOperand(entry, 9);
    const name = serialiseName(key);
    text += needsSpace(name, printed) ? `${name} ${printed}` : name + printed;
  }
  return `${text}>>`;
};

/** Operands in a row. */
export const printOperands = (values: readonly Value[], decimals: number): string => {
  let text = "";
  for (const value of values) {
    const printed = printOperand(value, decimals);
    text += needsSpace(text, printed) ? ` ${printed}` : printed;
  }
  return text;
};

/** An operator behind its operands. */
export const printOperation = (operator: string, operands: readonly Value[], decimals: number): string => {
  const printed = printOperands(operands, decimals);
  return needsSpace(printed, operator) ? `${printed} ${operator}` : printed + operator;
};
