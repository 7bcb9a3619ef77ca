import type { Budget } from "../budget.ts";
import { operations } from "../contents/operations.ts";
import { plainData } from "../filters/decode.ts";
import type { Stream, Value } from "../objects.ts";
import { latin1Key } from "../strings.ts";

const SHOWING_OPERATORS = new Set(["Tj", "TJ", "'", '"']);
/** Longer content of an appearance is not read. */
const CONTENT_LIMIT_BYTES = 262_144;

const stringsIn = (operand: Value | undefined): string => {
  if (operand instanceof Uint8Array) return latin1Key(operand);
  return Array.isArray(operand) ? operand.map(stringsIn).join("") : "";
};

const PAINTING_OPERATORS = new Set([...SHOWING_OPERATORS, ..."f F f* B B* b b* S s sh Do BI".split(" ")]);

/** Whether an appearance certainly draws nothing. */
export const drawsNothing = (appearance: Stream, budget: Budget): boolean =>
  budget.lend(() => {
    const content = plainData(appearance, budget);
    if (content === undefined || content.length > CONTENT_LIMIT_BYTES) return false;
    for (const { operator } of operations(content, budget)) if (PAINTING_OPERATORS.has(operator)) return false;
    return true;
  });

/** Text without white space, which appearances place by moves. */
export const withoutSpaces = (text: string): string => text.replace(/\s/g, "");

/**
 * The codes that an appearance shows, without white space; undefined if they are not known, as it is too long or draws
 * other objects.
 */
export const shownText = (appearance: Stream, budget: Budget): string | undefined =>
  budget.lend(() => {
    const content = plainData(appearance, budget);
    if (content === undefined || content.length > CONTENT_LIMIT_BYTES) return undefined;
    const shown: string[] = [];
    for (const { operator, operands } of operations(content, budget)) {
      if (operator === "Do") return undefined;
      if (SHOWING_OPERATORS.has(operator)) shown.push(stringsIn(operands.at(-1)));
    }
    return withoutSpaces(shown.join(""));
  });
