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

interface Marker {
  readonly kind: "bullet" | "number";
  readonly text: string;
}

/** The marker of an entry of a list with which a line begins. */
export const markerOf = ({ words }: Line): Marker | undefined => {
  const [first] = words;
  if (first === undefined || words.length < 2) return undefined;
  const { text } = first;
  if (BULLET.test(text)) return { kind: "bullet", text };
  return NUMBER.test(text) ? { kind: "number", text } : undefined;
};

const distanceOf = (lines: readonly Line[]): number => {
  const distances: number[] = [];
  let last: Line | undefined;
  for (const line of lines) {
    if (last !== undefined) distances.push(line.baseline - last.baseline);
    last = line;
  }
  return new Float64Array(distances).sort()[distances.length >> 1] ?? 0;
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
    const paragraph = paragraphs.at(-1);
    const last = paragraph?.at(-1);
    if (paragraph === undefined || last === undefined || isFirst(line, last, lines[at - 2])) paragraphs.push([line]);
    else paragraph.push(line);
  }
  return paragraphs;
};
