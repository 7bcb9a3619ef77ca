import { ServiceError } from "../../errors.ts";
import type { PageSetup } from "../page-setup.ts";
import { A4 } from "../paper.ts";
import { areCodes, isAmount } from "./amounts.ts";
import type { Setter } from "./setting.ts";

/** The sheet and the type that a table is set on: points. */
export interface Plan {
  readonly width: number;
  readonly height: number;
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  readonly size: number;
  /** Pages side by side: the columns that each shows, with their widths. */
  readonly sheets: readonly Sheet[];
  /** Whether a column's cells stand at its right. */
  readonly numeric: readonly boolean[];
}

/** The columns of one page, by their numbers. */
export interface Sheet {
  readonly columns: readonly number[];
  readonly widths: readonly number[];
}

/** Space beside a cell's text, in parts of the type size. */
export const PADDING = 0.5;
/** Points below a table, for the page's number. */
export const FOOTER = 18;
const POINTS = 72;
const MARGIN = POINTS / 2.54;

/** What is tried, the best first: how the sheet lies, whether cells may be broken, and in which sizes of type. */
const WAYS: readonly (readonly [lying: boolean, needs: "natural" | "least", sizes: readonly number[]])[] = [
  [false, "natural", [8.5, 8, 7.5]],
  [true, "natural", [8.5, 8, 7.5, 7]],
  [true, "least", [8.5, 8, 7.5, 7]],
  [true, "natural", [6.5, 6]],
  [true, "least", [6.5, 6]],
];
/** The widest that a column is for the sake of one cell, and the least that a cell is broken to, in type sizes. */
const WIDEST = 40;
const NARROWEST = 8;

interface Column {
  /** Widths in type sizes: of the longest cell, and the least that reads well. */
  readonly natural: number;
  readonly least: number;
  readonly numeric: boolean;
}

const measured = (head: readonly string[], sample: readonly (readonly string[])[], setter: Setter): Column[] => {
  const count = Math.max(head.length, ...sample.map((row) => row.length));
  return Array.from({ length: count }, (_, at) => {
    const title = setter.measure((head[at] ?? "").slice(0, 1000), "bold");
    const filled: string[] = [];
    let [whole, word, numeric] = [title.whole, title.word, true];
    for (const row of sample) {
      const cell = row[at] ?? "";
      if (cell === "") continue;
      filled.push(cell);
      numeric &&= isAmount(cell);
      const size = setter.measure(cell.slice(0, 1000), "regular");
      if (size.whole > whole) whole = size.whole;
      if (size.word > word) word = size.word;
    }
    const natural = Math.min(whole / 1000, WIDEST);
    const isNumeric = numeric && filled.length > 0;
    const least = isNumeric ? natural : Math.min(natural, Math.max(NARROWEST, Math.min(word / 1000, 14)));
    return { natural: natural + 2 * PADDING, least: least + 2 * PADDING, numeric: isNumeric && !areCodes(filled) };
  });
};

/** Widths in points that fill the room: each column gets what it needs at least, and its part of the rest. */
const share = (columns: readonly Column[], room: number, size: number): number[] => {
  const [natural, least] = [columns, columns].map((all, which) =>
    all.reduce((sum, column) => sum + (which === 0 ? column.natural : column.least) * size, 0),
  ) as [number, number];
  if (natural <= room) return columns.map((column) => (column.natural * size * room) / natural);
  const part = natural === least ? 0 : (room - least) / (natural - least);
  return columns.map(({ natural: most, least: few }) => (few + (most - few) * part) * size);
};

/** Columns in groups that fit the room, the first repeated in each. */
const grouped = (columns: readonly Column[], room: number, size: number): Sheet[] => {
  const [first] = columns;
  const fixed = Math.min((first?.least ?? 0) * size, room / 3);
  const sheets: Sheet[] = [];
  let [group, used]: [number[], number] = [[], fixed];
  const close = () => {
    if (group.length === 0) return;
    const rest = share(
      group.map((at) => columns[at]!),
      room - fixed,
      size,
    );
    sheets.push({ columns: [0, ...group], widths: [fixed, ...rest] });
    [group, used] = [[], fixed];
  };
  for (let at = 1; at < columns.length; at++) {
    const needed = Math.min(columns[at]!.least * size, room - fixed);
    if (used + needed > room) close();
    group.push(at);
    used += needed;
  }
  close();
  return sheets;
};

/**
 * Plans a table by its beginning: upright in a good size if it fits, else lying or smaller, else with its cells broken,
 * else its columns on pages behind one another, the first repeated.
 */
export const plan = (
  head: readonly string[],
  sample: readonly (readonly string[])[],
  setter: Setter,
  { paper = A4, landscape, margins, scale }: PageSetup,
): Plan => {
  const columns = measured(head, sample, setter);
  const inches = (length: number | undefined) => (length === undefined ? MARGIN : length * POINTS);
  const edges = {
    top: inches(margins.top),
    right: inches(margins.right),
    bottom: inches(margins.bottom),
    left: inches(margins.left),
  };
  const sheet = (lying: boolean) => {
    const [width, height] = lying ? [paper.height, paper.width] : [paper.width, paper.height];
    return { width: width * POINTS, height: height * POINTS, room: width * POINTS - edges.left - edges.right };
  };
  const needs = (which: "natural" | "least", size: number) =>
    columns.reduce((sum, column) => sum + column[which] * size, 0);
  const numeric = columns.map((column) => column.numeric);
  const ways = WAYS.flatMap(([lying, which, sizes]) =>
    sizes.map((size) => ({ lying: lying || landscape, which, size: size * scale })),
  );
  const found = ways.find(({ lying, which, size }) => needs(which, size) <= sheet(lying).room);
  const { lying, size } = found ?? { lying: true, size: 7 * scale };
  const { width, height, room } = sheet(lying);
  const sheets =
    found === undefined
      ? grouped(columns, room, size)
      : [{ columns: columns.map((_, at) => at), widths: share(columns, room, size) }];
  // The page's number, a head and a row: with less nothing would ever be printed.
  if (room < 3 * size || height - edges.top - edges.bottom < FOOTER + 5 * size) {
    throw new ServiceError("INVALID_REQUEST", "options has margins that leave no room on the page.");
  }
  return { width, height, margins: edges, size, sheets, numeric };
};
