import { noRoomOnPage } from "../../errors/document-errors.ts";
import type { Typesetter } from "../../typesetting/typesetter.ts";
import type { PageSetup } from "../page-setup.ts";
import { A4 } from "../paper.ts";
import {
  type ColumnGroup,
  type ColumnNeeds,
  distributeWidth,
  type Fit,
  groupColumns,
  measureColumns,
  totalWidth,
} from "./column-widths.ts";

/** The distance between two lines of a cell, in ems. */
export const LINE_HEIGHT_EM = 1.3;
/** The space above and below a row's lines, in ems. */
export const ROW_PADDING_EM = 0.35;
/** The distance from a line's top to its baseline, in ems. */
export const BASELINE_OFFSET_EM = 0.98;

/** A table's pages, font size and columns. Lengths are points. */
export interface TableLayout {
  readonly width: number;
  readonly height: number;
  readonly margins: Margins;
  readonly fontSize: number;
  /** The columns of each page. If the columns do not fit on one page, each row goes over several pages side by side. */
  readonly columnGroups: readonly ColumnGroup[];
  /** For each column: whether its cells are aligned at the right. */
  readonly isRightAligned: readonly boolean[];
}

interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Height of the page number below a table. */
export const FOOTER_HEIGHT_PT = 18;
const POINTS_PER_INCH = 72;
const DEFAULT_MARGIN_PT = POINTS_PER_INCH / 2.54;
/** The font size of a table whose columns do not fit on one page. */
const GROUPED_FONT_SIZE_PT = 7;

/** One possible layout. The font size is in points. */
interface Attempt {
  readonly isLandscape: boolean;
  readonly fits: Fit;
  readonly fontSize: number;
}

/** The layouts that are tried, the best first. */
const ATTEMPTS: readonly Attempt[] = (
  [
    [false, "natural", [8.5, 8, 7.5]],
    [true, "natural", [8.5, 8, 7.5, 7]],
    [true, "min", [8.5, 8, 7.5, 7]],
    [true, "natural", [6.5, 6]],
    [true, "min", [6.5, 6]],
    [true, "tight", [6.5, 6]],
  ] as const
).flatMap(([isLandscape, fits, sizes]) => sizes.map((fontSize) => ({ isLandscape, fits, fontSize })));

/** The margins in points; a margin that is not given is 1 cm. */
const marginsOf = ({ top, right, bottom, left }: PageSetup["margins"]): Margins => {
  const points = (inches: number | undefined) => (inches === undefined ? DEFAULT_MARGIN_PT : inches * POINTS_PER_INCH);
  return { top: points(top), right: points(right), bottom: points(bottom), left: points(left) };
};

/** A page's size in points, and the width between its margins. */
const pageSize = (paper: NonNullable<PageSetup["paper"]>, isLandscape: boolean, { left, right }: Margins) => {
  const [width, height] = isLandscape ? [paper.height, paper.width] : [paper.width, paper.height];
  const points = width * POINTS_PER_INCH;
  return { width: points, height: height * POINTS_PER_INCH, room: points - left - right };
};

/** The columns that are printed, by their numbers: those of a whole table that are empty are left out. */
const printedColumns = (columns: readonly ColumnNeeds[], isWhole: boolean): number[] => {
  const numbers = columns.map((_, column) => column);
  const filled = numbers.filter((column) => columns[column]?.isEmpty === false);
  return isWhole && filled.length > 0 ? filled : numbers;
};

const columnGroupsOf = (
  columns: readonly ColumnNeeds[],
  fitsOnePage: boolean,
  room: number,
  fontSize: number,
): ColumnGroup[] => {
  if (!fitsOnePage) return groupColumns(columns, room, fontSize);
  return [{ columns: columns.map((_, column) => column), widths: distributeWidth(columns, room, fontSize) }];
};

/** What the layout of a table is computed from. */
interface TableSample {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether these are all rows of the table. */
  readonly isWhole: boolean;
}

/**
 * Lays a table out from its head and some of its rows: in portrait at a good font size if it fits, else in landscape or
 * smaller, else with wrapped cells, else with its columns on several pages, of which each repeats the first column. Throws
 * INVALID_REQUEST if the margins leave no room for a row.
 */
export const layOutTable = (
  { head, rows, isWhole }: TableSample,
  typesetter: Typesetter,
  { paper = A4, landscape, margins: marginInches, scale }: PageSetup,
): TableLayout => {
  const measured = measureColumns(head, rows, typesetter);
  const printed = printedColumns(measured, isWhole);
  const columns = printed.flatMap((column) => measured[column] ?? []);
  const margins = marginsOf(marginInches);
  const pageOf = (isLandscape: boolean) => pageSize(paper, isLandscape, margins);
  const found = ATTEMPTS.map((attempt) => ({
    ...attempt,
    isLandscape: attempt.isLandscape || landscape,
    fontSize: attempt.fontSize * scale,
  })).find(({ isLandscape, fits, fontSize }) => totalWidth(columns, fits, fontSize) <= pageOf(isLandscape).room);
  const { isLandscape, fontSize } = found ?? { isLandscape: true, fontSize: GROUPED_FONT_SIZE_PT * scale };
  const { width, height, room } = pageOf(isLandscape);
  const columnGroups = columnGroupsOf(columns, found !== undefined, room, fontSize).map((group) => ({
    ...group,
    columns: group.columns.map((at) => printed[at] ?? at),
  }));
  // A page needs room for the page number, the head and a row; with less, no row would ever be printed.
  if (room < 3 * fontSize || height - margins.top - margins.bottom < FOOTER_HEIGHT_PT + 5 * fontSize) {
    throw noRoomOnPage();
  }
  const isRightAligned = measured.map((column) => column.isRightAligned);
  return { width, height, margins, fontSize, columnGroups, isRightAligned };
};
