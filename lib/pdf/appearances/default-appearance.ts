import { operations } from "../contents/operations.ts";
import { printOperation } from "../contents/print.ts";
import { Name, type Value } from "../objects.ts";

/** A default appearance string (ISO 32000-2, 12.7.4.3), taken apart. */
interface DefaultAppearance {
  /** The name of the font in the default resources. */
  font: string;
  /** The font size; 0 means that it fits the field. */
  size: number;
  /** The operators that set the colour. */
  colour: string;
}

const COLOUR_OPERATORS = new Set(["g", "rg", "k"]);
/** A longer default appearance is not read. */
const LIMIT_BYTES = 1024;
const DECIMALS = 4;

/** Reads a default appearance; black text of a size that fits if there is none. */
export const readDefaultAppearance = (value: Value | undefined): DefaultAppearance => {
  const read = { font: "", size: 0, colour: "0 g" };
  if (!(value instanceof Uint8Array) || value.length > LIMIT_BYTES) return read;
  for (const { operator, operands } of operations(Buffer.from(value))) {
    const [font, size] = operands.slice(-2);
    if (operator === "Tf" && font instanceof Name && typeof size === "number") {
      read.font = font.text;
      read.size = Number.isFinite(size) ? Math.abs(size) : 0;
    } else if (COLOUR_OPERATORS.has(operator)) read.colour = printOperation(operator, operands, DECIMALS);
  }
  return read;
};
