import { FOOTER, type Plan } from "./columns.ts";
import { GAP, LEADING } from "./leading.ts";
import type { Setter } from "./setting.ts";

/** Characters of a head's cell that are looked at: more never fit half a page. */
const HEAD_CELL_CHARS_LIMIT = 20_000;
const ELLIPSIS = "…";

/** Lines that the head may have: half the page, and so many that a line has room below it. */
const headLinesLimit = ({ height, margins, size }: Plan): number => {
  const lines = Math.floor((height - margins.top - margins.bottom - FOOTER - 2 * GAP * size) / (LEADING * size));
  return Math.max(1, Math.min(Math.floor(lines / 2), lines - 2));
};

/** The longest beginning of a text that fits with an ellipsis behind it. */
const shortened = (text: string, fits: (text: string) => boolean): string => {
  const characters = [...text.slice(0, HEAD_CELL_CHARS_LIMIT)];
  let [least, most] = [0, characters.length];
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (fits(characters.slice(0, middle).join("") + ELLIPSIS)) least = middle;
    else most = middle - 1;
  }
  return characters.slice(0, least).join("").trimEnd() + ELLIPSIS;
};

/**
 * The cells of a head as they are printed on each page: whole, or with an ellipsis where they would take more than half
 * the page. `rooms` are the widths for text in each column of each sheet, in thousandths of the type size.
 */
export const fitHead = (
  head: readonly string[],
  plan: Plan,
  rooms: readonly (readonly number[])[],
  setter: Setter,
): { cells: string[]; isShortened: boolean } => {
  const limit = headLinesLimit(plan);
  const cells = [...head];
  let isShortened = false;
  plan.sheets.forEach(({ columns }, sheet) => {
    columns.forEach((column, at) => {
      const text = cells[column] ?? "";
      const fits = (part: string) => setter.set([part], [0], [rooms[sheet]![at]!], "bold").height <= limit;
      if (text.length <= HEAD_CELL_CHARS_LIMIT && fits(text)) return;
      cells[column] = shortened(text, fits);
      isShortened = true;
    });
  });
  return { cells, isShortened };
};
