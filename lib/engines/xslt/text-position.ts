/** A position in a text, as editors count: line and column from 1, the column in characters. 0 means unknown. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 10;

const characterCount = (bytes: Uint8Array): number => new TextDecoder().decode(bytes).length;

const LESS_THAN = 60;

/**
 * The position of the start tag that ends before this byte of a UTF-8 text. A tag has no second `<`, so the last one starts
 * it.
 */
export const tagPosition = (text: Uint8Array, end: number): TextPosition => {
  const begin = text.lastIndexOf(LESS_THAN, end);
  let line = 1;
  let start = 0;
  for (let at = text.indexOf(NEWLINE); at >= 0 && at < begin; at = text.indexOf(NEWLINE, start)) {
    line++;
    start = at + 1;
  }
  return { line, column: characterCount(text.subarray(start, begin)) + 1 };
};

/**
 * The position of an element's start tag, by the line on which the tag ends. Where several tags of this name are on the line,
 * it is the position of the first.
 */
export const elementPosition = (text: Uint8Array, line: number, element: string): TextPosition => {
  const lines = new TextDecoder().decode(text).split("\n", line);
  const tag = new RegExp(`<${element.replace(/\./g, "\\.")}(?![\\w.:-])`, "u");
  for (let index = line - 1; index >= 0; index--) {
    const column = lines[index]?.search(tag) ?? -1;
    if (column >= 0) return { line: index + 1, column: column + 1 };
  }
  return { line, column: 0 };
};
