import { ServiceError } from "../errors/service-error.ts";

/** Levels of nesting in a part: the parser takes long for a million of them. */
const NESTING_LIMIT = 32;
const LIST_ENTRIES_LIMIT = 100_000;

/** The deepest nesting of brackets outside the strings of a JSON text. */
const nestingOf = (source: string): number => {
  let [deepest, depth, isInString] = [0, 0, false];
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '"') isInString = !isInString;
    else if (isInString) at += Number(character === "\\");
    else if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
};

/**
 * Parses the JSON in a part of a form. Throws INVALID_REQUEST, with an example of what is right, if the text is no JSON, is nested
 * too deeply, or is too long a list.
 */
export const parseJsonText = (source: string, example: unknown): unknown => {
  let value: unknown;
  try {
    if (nestingOf(source) > NESTING_LIMIT) throw new SyntaxError();
    value = JSON.parse(source);
  } catch {
    throw new ServiceError("INVALID_REQUEST", `must hold JSON${suchAs(example)}`);
  }
  if (!Array.isArray(value) || value.length <= LIST_ENTRIES_LIMIT) return value;
  throw new ServiceError("INVALID_REQUEST", `must have at most ${LIST_ENTRIES_LIMIT.toLocaleString("en")} entries`);
};

/** The end of an error message, with an example of what is right; empty without an example. */
export const suchAs = (example: unknown): string =>
  example === undefined ? "" : `, such as ${JSON.stringify(example)}`;
