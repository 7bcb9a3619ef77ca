/** A place in a text as editors count: lines and columns from 1, columns in characters; 0 where it is not known. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 10;

const characters = (bytes: Uint8Array): number => new TextDecoder().decode(bytes).length;

const LESS_THAN = 60;

/** Where the start tag begins that ends before this byte of a UTF-8 text: no other `<` can be within it. */
export const placeOfTag = (text: Uint8Array, end: number): Place => {
  const begin = text.lastIndexOf(LESS_THAN, end);
  let line = 1;
  let start = 0;
  for (let at = text.indexOf(NEWLINE); at >= 0 && at < begin; at = text.indexOf(NEWLINE, start)) {
    line++;
    start = at + 1;
  }
  return { line, column: characters(text.subarray(start, begin)) + 1 };
};

/**
 * Where the start tag of an element begins of which no more is known than the line that the tag ends on. Of several on
 * one line it is the first.
 */
export const placeOfElement = (text: Uint8Array, line: number, element: string): Place => {
  const lines = new TextDecoder().decode(text).split("\n", line);
  const tag = new RegExp(`<${element.replace(/\./g, "\\.")}(?![\\w.:-])`, "u");
  for (let index = line - 1; index >= 0; index--) {
    const column = lines[index]?.search(tag) ?? -1;
    if (column >= 0) return { line: index + 1, column: column + 1 };
  }
  return { line, column: 0 };
};
