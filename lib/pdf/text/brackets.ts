import type { Word } from "./words.ts";

const PAIRS = ["()", "[]", "{}", "<>", "\u00ab\u00bb", "\u2039\u203a"];
const MIRRORED = new Map(PAIRS.flatMap(([open = "", close = ""]) => [[open, close] as const, [close, open] as const]));
const OPENED_BY = new Map(PAIRS.map(([open = "", close = ""]) => [close, open] as const));

const mirrored = (text: string): string =>
  Array.from(text, (character) => MIRRORED.get(character) ?? character).join("");

/** How many brackets of a text close the one that was opened last. */
const closedBrackets = (text: string): number => {
  const open: string[] = [];
  let closed = 0;
  for (const character of text) {
    const opened = OPENED_BY.get(character);
    if (opened === undefined) {
      if (MIRRORED.has(character)) open.push(character);
    } else if (open.at(-1) === opened) {
      open.pop();
      closed++;
    }
  }
  return closed;
};

/**
 * Words of one line that are read from right to left, with the brackets that they mean: files state those that are seen, or those
 * that are meant, and PDFium turns them in either case.
 */
export const withMeantBrackets = (words: readonly Word[]): readonly Word[] => {
  const text = words.map((word) => word.text).join(" ");
  if (closedBrackets(mirrored(text)) <= closedBrackets(text)) return words;
  return words.map((word) => ({ ...word, text: mirrored(word.text) }));
};
