import type { Line } from "./lines.ts";
import type { Paragraph } from "./paragraphs.ts";

/** Words that are further apart are in different columns of a table, in sizes of the font. */
const CELL_GAP_MIN = 1.5;

/** The text of a line. Two spaces part the columns of a table. */
const lineText = ({ words }: Line): string => {
  let text = "";
  for (const [at, word] of words.entries()) {
    const last = words[at - 1];
    if (last !== undefined) {
      const gap = Math.max(word.left - last.right, last.left - word.right);
      text += gap > CELL_GAP_MIN * Math.max(word.run.size, last.run.size) ? "  " : " ";
    }
    text += word.text;
  }
  return text;
};

/** A page as text: its lines, with a blank line between paragraphs, and a form feed at its end. */
export const plainPage = (paragraphs: readonly Paragraph[]): string => {
  const texts = paragraphs.map((lines) => lines.map(lineText).join("\n"));
  return texts.length === 0 ? "\f" : `${texts.join("\n\n")}\n\f`;
};
