import type { TextColumn, Typesetter } from "../../typesetting/typesetter.ts";
import { FOOTER_HEIGHT_PT, LINE_HEIGHT_EM, ROW_PADDING_EM, type TableLayout } from "./table-layout.ts";

/** Characters of a header cell that are considered; more never fit half a page. */
const HEAD_CELL_LIMIT_CHARACTERS = 20_000;
const ELLIPSIS = "…";

/** Maximum number of lines of the head: half the page, with room for a row of one line below. */
const headLimitLines = ({ height, margins, fontSize }: TableLayout): number => {
  const lines = Math.floor(
    (height - margins.top - margins.bottom - FOOTER_HEIGHT_PT - 2 * ROW_PADDING_EM * fontSize) /
      (LINE_HEIGHT_EM * fontSize),
  );
  return Math.max(1, Math.min(Math.floor(lines / 2), lines - 2));
};

/** The longest beginning of a text that fits, with an ellipsis after it. */
const shortened = (text: string, fits: (text: string) => boolean): string => {
  const characters = [...text.slice(0, HEAD_CELL_LIMIT_CHARACTERS)];
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(characters.slice(0, middle).join("") + ELLIPSIS)) low = middle;
    else high = middle - 1;
  }
  return characters.slice(0, low).join("").trimEnd() + ELLIPSIS;
};

/**
 * The cells of a head as they are printed on each page: whole, or cut with an ellipsis if they would take more than
 * half the page.
 */
export const fitHead = (
  head: readonly string[],
  layout: TableLayout,
  groups: readonly (readonly TextColumn[])[],
  typesetter: Typesetter,
): { cells: string[]; isShortened: boolean } => {
  const limit = headLimitLines(layout);
  const cells = [...head];
  let isShortened = false;
  for (const { column, width } of groups.flat()) {
    const text = cells[column] ?? "";
    const fits = (part: string) => typesetter.typeset([part], [{ column: 0, width }], "bold").lineCount <= limit;
    if (text.length <= HEAD_CELL_LIMIT_CHARACTERS && fits(text)) continue;
    cells[column] = shortened(text, fits);
    isShortened = true;
  }
  return { cells, isShortened };
};
