import type { Budget } from "../budget.ts";
import type { Value } from "../objects.ts";
import { operations } from "./operations.ts";
import { printInlineImage, printOperation } from "./print.ts";

const NEWLINE = Buffer.from("\n");
/** Decimals that change nothing. */
const DECIMALS = 9;

const isMarked = (properties: Value | undefined): boolean => properties instanceof Map && properties.has("MCID");

/** Content without the marks of a structure tree (ISO 32000-2, 14.7.5): outside of its page nothing refers to them. */
export const unmarkedContent = (content: Buffer, budget: Budget): Buffer => {
  const pieces: Buffer[] = [];
  const open: boolean[] = [];
  const write = (text: string) => pieces.push(Buffer.from(text, "latin1"));
  for (const { operator, operands, data } of operations(content, budget)) {
    if (operator === "BDC" || operator === "BMC") {
      const isDropped = operator === "BDC" && isMarked(operands[1]);
      open.push(isDropped);
      if (isDropped) continue;
    } else if (operator === "EMC" && open.pop() !== false) continue;
    if (data === undefined) write(`${printOperation(operator, operands, DECIMALS)}\n`);
    else write(printInlineImage(operands[0], Buffer.concat([data, NEWLINE])));
  }
  return Buffer.concat(pieces);
};
