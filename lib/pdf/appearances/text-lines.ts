import type { FieldFont } from "./field-fonts.ts";

/** A line of text as codes of a font, and its width in thousandths of the font size. */
export interface EncodedLine {
  codes: Uint8Array;
  width: number;
}

/** The code of a space; -1 if the font has none. */
const spaceOf = (font: FieldFont): number => font.encode(" ")?.[0] ?? -1;

const lineOf = (font: FieldFont, codes: Uint8Array): EncodedLine => ({ codes, width: font.widthOf(codes) });

/** The paragraphs of a text as codes; undefined if the font lacks a character. */
export const encodedParagraphs = (text: string, font: FieldFont): EncodedLine[] | undefined => {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  const encoded = lines.map((line) => font.encode(line.replaceAll("\t", " ").replace(/\p{Cc}/gu, "")));
  return encoded.every((codes) => codes !== undefined) ? encoded.map((codes) => lineOf(font, codes)) : undefined;
};

/** The end of a line that begins at `from`: after its last space that fits, or before the first code that does not. */
const lineEnd = (codes: Uint8Array, from: number, font: FieldFont, limit: number): number => {
  const space = spaceOf(font);
  let width = 0;
  let afterSpace = from;
  for (let at = from; at < codes.length; at++) {
    const code = codes.subarray(at, at + 1);
    width += font.widthOf(code);
    if (code[0] === space) afterSpace = at + 1;
    else if (width > limit) return afterSpace > from ? afterSpace : Math.max(from + 1, at);
  }
  return codes.length;
};

/** The lines of paragraphs that are at most `limit` wide, in thousandths of the font size. */
export const brokenLines = (paragraphs: readonly EncodedLine[], font: FieldFont, limit: number): EncodedLine[] => {
  const space = spaceOf(font);
  return paragraphs.flatMap((paragraph) => {
    if (paragraph.width <= limit) return [paragraph];
    const lines: EncodedLine[] = [];
    for (let from = 0; from < paragraph.codes.length; ) {
      const to = lineEnd(paragraph.codes, from, font, limit);
      const isSpaced = to < paragraph.codes.length && paragraph.codes[to - 1] === space;
      lines.push(lineOf(font, paragraph.codes.subarray(from, isSpaced ? to - 1 : to)));
      from = to;
    }
    return lines;
  });
};
