import type { TextItem } from "pdfjs-dist/types/src/display/api.js";
import { withPdfJs } from "./pdf/look.ts";

interface Shown {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

const squeezed = (text: string): string => text.replace(/[\s\u00a0\u202f]/g, "");

const shownOn = (pdf: Uint8Array): Promise<Shown[][]> =>
  withPdfJs(pdf, async (document) => {
    const pages: Shown[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const { items } = await (await document.getPage(number)).getTextContent();
      const texts = items.filter((item): item is TextItem => "str" in item && squeezed(item.str) !== "");
      pages.push(
        texts.map(({ str, transform, width }) => ({
          text: squeezed(str),
          left: transform[4],
          right: transform[4] + width,
        })),
      );
    }
    return pages;
  });

/** Removes the texts of one row from the beginning of a page's texts. Returns a missing cell. */
const takeRow = (
  row: readonly string[],
  shown: Shown[],
  columns: { left: number; right: number }[],
): string | undefined => {
  for (const [column, cell] of row.entries()) {
    for (let rest = squeezed(cell); rest !== ""; ) {
      const next = shown[0];
      if (next === undefined || !rest.startsWith(next.text))
        return `${JSON.stringify(cell)} is not in column ${column}`;
      shown.shift();
      rest = rest.slice(next.text.length);
      const range = columns[column]!;
      range.left = Math.min(range.left, next.left);
      range.right = Math.max(range.right, next.right);
    }
  }
  return undefined;
};

/**
 * The fault of a printed table whose columns fit on one page, as pdf.js reads it: a missing or misplaced cell, or columns
 * that overlap. Undefined if there is none.
 */
export const wrongWithTable = async (
  pdf: Uint8Array,
  rows: readonly (readonly string[])[],
): Promise<string | undefined> => {
  const [head = [], ...body] = rows;
  const columns = head.map(() => ({ left: Number.POSITIVE_INFINITY, right: 0 }));
  let next = 0;
  for (const shown of await shownOn(pdf)) {
    const missing = takeRow(head, shown, columns);
    if (missing !== undefined) return `head: ${missing}`;
    while (next < body.length && !/^Page\d/.test(shown[0]?.text ?? "Page1")) {
      const wrong = takeRow(body[next]!, shown, columns);
      if (wrong !== undefined) return `row ${next + 1}: ${wrong}`;
      next++;
    }
  }
  if (next < body.length) return `row ${next + 1} is not printed`;
  const overlapping = columns.findIndex(({ right }, at) => right > (columns[at + 1]?.left ?? Number.POSITIVE_INFINITY));
  return overlapping < 0 ? undefined : `columns ${overlapping} and ${overlapping + 1} overlap`;
};
