import type { Line } from "./lines.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { Word } from "./words.ts";

/** Words that are further apart are in different columns of a table, in sizes of the font. */
const CELL_GAP_MIN = 1.5;

/**
 * The gaps before words in the order in which they are read, each on the side of the last word on which the next one is: where
 * directions change, the next one may be further away than its neighbour.
 */
const gapsOf = (words: readonly Word[]): number[] => {
  if (!words.some(({ isRightToLeft }) => isRightToLeft))
    return words.map((word, at) => (at === 0 ? 0 : word.left - words[at - 1]!.right));
  const fromLeft = words.toSorted((one, other) => one.left - other.left);
  const places = new Map(fromLeft.map((word, at) => [word, at]));
  return words.map((word, at) => {
    const last = words[at - 1];
    if (last === undefined) return 0;
    const neighbour = fromLeft[places.get(last)! + (word.left < last.left ? -1 : 1)] ?? word;
    return Math.max(neighbour.left - last.right, last.left - neighbour.right);
  });
};

/** The text of a line. Two spaces part the columns of a table. */
const lineText = ({ words }: Line): string => {
  const gaps = gapsOf(words);
  let text = words[0]?.text ?? "";
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    const isFar = gaps[at]! > CELL_GAP_MIN * Math.max(word.run.size, words[at - 1]!.run.size);
    text += (isFar ? "  " : " ") + word.text;
  }
  return text;
};

/** A page as text: its lines, with a blank line between paragraphs, and a form feed at its end. */
export const plainPage = (paragraphs: readonly Paragraph[]): string => {
  const texts = paragraphs.map((lines) => lines.map(lineText).join("\n"));
  return texts.length === 0 ? "\f" : `${texts.join("\n\n")}\n\f`;
};
