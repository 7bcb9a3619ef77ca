import type { Block } from "./reading-order.ts";
import type { Word } from "./words.ts";

/** The left, top, right and bottom side of a word, in points from the top left of its page as it is shown. */
type WordBox = readonly [left: number, top: number, right: number, bottom: number];

/** A page with its words in the order in which they are read, as `POST /pdf/text` returns it. */
interface JsonPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly words: readonly { readonly text: string; readonly box: WordBox }[];
}

const rounded = (points: number): number => Math.round(points * 100) / 100;

/** A soft hyphen is shown at the end of a line only. */
const shownText = (text: string): string =>
  text.includes("\u00ad") ? text.replace(/\u00ad$/, "-").replaceAll("\u00ad", "") : text;

const described = (word: Word): { text: string; box: WordBox } => {
  const { left, top, right, bottom } = word.run.frame.shown(word);
  return { text: shownText(word.text), box: [rounded(left), rounded(top), rounded(right), rounded(bottom)] };
};

export const jsonPage = (
  number: number,
  size: { width: number; height: number },
  blocks: readonly Block[],
): JsonPage => ({
  number,
  width: rounded(size.width),
  height: rounded(size.height),
  words: blocks.flatMap((lines) => lines.flatMap(({ words }) => words.map(described))),
});
