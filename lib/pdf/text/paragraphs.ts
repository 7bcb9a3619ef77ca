import type { Line } from "./lines.ts";

/** Lines of one paragraph, heading or entry of a list. */
export type Paragraph = readonly Line[];

/** A line that is further from the one before begins a paragraph; in line distances of its block. */
const DISTANCE_LIMIT = 1.25;
/** The same in sizes of the font. */
const DISTANCE_LIMIT_SIZES = 1.8;
/** Lines of other sizes are another paragraph: the ratio of the sizes. */
const SIZE_RATIO_LIMIT = 1.12;
/** The least indent of the first line of a paragraph, in sizes of its font. */
const INDENT_MIN = 0.8;
const INDENT_MAX = 5;
/** A line that is this much shorter than its block ends a paragraph if a sentence ends with it: a share of the width. */
const SHORT_LINE_SHARE = 0.85;

const ENDS_SENTENCE = /[.!?:\u3002\u061f]["')\]\u201d\u00bb]?$/u;
const BULLET = /^[\u2022\u2023\u25aa\u25ab\u25cf\u25cb\u25e6\u2043\u2219\u25a0\u25b6\uf0b7\uf0a7\u2013\u2014*-]$/u;
const NUMBER = /^(?:\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])$/;

/** The marker of an entry of a list with which a line begins. */
export const markerOf = ({ words }: Line): "bullet" | "number" | undefined => {
  const [first] = words;
  if (first === undefined || words.length < 2) return undefined;
  if (BULLET.test(first.text)) return "bullet";
  return NUMBER.test(first.text) ? "number" : undefined;
};

const distanceOf = (lines: readonly Line[]): number => {
  const distances = lines.slice(1).map(({ baseline }, at) => baseline - lines[at]!.baseline);
  return Float64Array.from(distances).sort()[distances.length >> 1] ?? 0;
};

const isBoldLine = ({ words }: Line): boolean => words.every(({ run }) => run.isBold);

/** Splits the lines of a block into paragraphs. */
export const paragraphsOf = (lines: readonly Line[]): Paragraph[] => {
  const paragraphs: Line[][] = [];
  const usual = distanceOf(lines);
  const right = lines.reduce((most, line) => Math.max(most, line.right), Number.NEGATIVE_INFINITY);
  const left = lines.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY);
  const isFirst = (line: Line, last: Line, before: Line | undefined): boolean => {
    const distance = line.baseline - last.baseline;
    const size = Math.max(line.size, last.size);
    if (distance > DISTANCE_LIMIT * usual + 0.1 * size || distance > DISTANCE_LIMIT_SIZES * size) return true;
    if (size > SIZE_RATIO_LIMIT * Math.min(line.size, last.size)) return true;
    if (markerOf(line) !== undefined || isBoldLine(line) !== isBoldLine(last)) return true;
    const indent = (line.left - last.left) / size;
    const wasIndented = before !== undefined && last.left - before.left > INDENT_MIN * size;
    if (indent > INDENT_MIN && indent < INDENT_MAX && !wasIndented && markerOf(last) === undefined) return true;
    const lastWord = last.words.at(-1)?.text ?? "";
    return last.right - left < SHORT_LINE_SHARE * (right - left) && ENDS_SENTENCE.test(lastWord);
  };
  for (const [at, line] of lines.entries()) {
    const last = lines[at - 1];
    if (last === undefined || isFirst(line, last, lines[at - 2])) paragraphs.push([line]);
    else paragraphs.at(-1)!.push(line);
  }
  return paragraphs;
};
