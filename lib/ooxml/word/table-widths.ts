import { Edits } from "../edits.ts";
import { localName, nextTag, type XmlTag } from "../tags.ts";
import { attributeOf, tablesIn, type WordTable } from "./tables.ts";

/** Widths that differ by at most this much count as equal, because programs round. */
const ROUNDING_TWIPS = 2;

const isSameWidth = (one: number, other: number): boolean => Math.abs(one - other) <= ROUNDING_TWIPS;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Whether all grid columns have the same width, or the grid has none: its program only stored the widths of the cells. */
const hasUniformGrid = ({ columns }: WordTable): boolean =>
  columns.every((width, _, [first = width]) => isSameWidth(width, first));

/** The most grid columns that the cells of one table may span in total, because each of them is visited. */
const SPANNED_COLUMNS_LIMIT = 1_000_000;

/** The column widths that follow from the cells, in twips; undefined where rows disagree or a column has no width. */
const widthsByCells = ({ rows, columns }: WordTable): number[] | undefined => {
  const widths: (number | undefined)[] = columns.map(() => undefined);
  const spans: [start: number, span: number, width: number][] = [];
  let spanned = 0;
  for (const { before, cells } of rows) {
    let column = before;
    for (const { span, width } of cells) {
      if (column + span > columns.length) return undefined;
      if (width?.type === "dxa" && width.value > 0) {
        if (span > 1) {
          spanned += span;
          if (spanned > SPANNED_COLUMNS_LIMIT) return undefined;
          spans.push([column, span, width.value]);
        } else if (!isSameWidth(widths[column] ?? width.value, width.value)) return undefined;
        else widths[column] = width.value;
      }
      column += span;
    }
  }
  for (const [start, span, width] of spans) {
    const open = widths
      .slice(start, start + span)
      .flatMap((known, index) => (known === undefined ? [start + index] : []));
    const rest = width - sum(widths.slice(start, start + span).map((known) => known ?? 0));
    for (const index of open) if (rest > 0) widths[index] = Math.floor(rest / open.length);
  }
  return widths.includes(undefined) ? undefined : (widths as number[]);
};

const lastTag = (xml: string, name: string): XmlTag | undefined => {
  const at = xml.lastIndexOf("<", Math.max(xml.lastIndexOf(`${name} `), 0));
  const tag = at < 0 ? undefined : nextTag(xml, at);
  return tag !== undefined && localName(tag.name) === name ? tag : undefined;
};

/** The width between the margins of the last section, in twips; undefined where the section does not give it. */
const textWidth = (xml: string): number | undefined => {
  const [size, margins] = [lastTag(xml, "pgSz"), lastTag(xml, "pgMar")];
  if (size === undefined || margins === undefined) return undefined;
  const [page = Number.NaN, ...sides] = [
    attributeOf(xml, size, "w"),
    attributeOf(xml, margins, "left"),
    attributeOf(xml, margins, "right"),
  ].map(Number);
  const textWidthTwips = page - sum(sides);
  return textWidthTwips > 0 ? textWidthTwips : undefined;
};

/** The column widths that Word would use, in twips; undefined where they are those of the grid. */
const columnWidths = (table: WordTable, availableTwips: number | undefined): number[] | undefined => {
  const widths = hasUniformGrid(table) ? widthsByCells(table) : undefined;
  if (widths === undefined || widths.every((width, index) => isSameWidth(width, table.columns[index] ?? Number.NaN)))
    return undefined;
  const total = sum(widths);
  if (table.isFixed || table.isNested || availableTwips === undefined || total <= availableTwips) return widths;
  return widths.map((width) => Math.floor((width * availableTwips) / total));
};

const prefixOf = (xml: string, at: number): string => /^<([\w.-]{1,40}:)?/.exec(xml.slice(at, at + 48))?.[1] ?? "";

/**
 * Writes the column widths that Word uses into the grids of tables, because LibreOffice reads only the grid. Where the grid is
 * uniform, these are the widths of the cells (`tcW`). A table whose grid is wider than its preferred width gets the grid's
 * width.
 */
export const withTableWidths = (xml: string): string | undefined => {
  if (!xml.includes("tblGrid") && !xml.includes("tblW")) return undefined;
  const edits = new Edits(xml);
  const tables = tablesIn(xml);
  if (tables.length === 0) return undefined;
  const availableTwips = textWidth(xml);
  const changes: [start: number, end: number, text: string][] = [];
  for (const table of tables) {
    const { grid, width } = table;
    const columns = columnWidths(table, availableTwips);
    const prefix = prefixOf(xml, grid?.start ?? 0);
    if (columns !== undefined && grid !== undefined) {
      const list = columns.map((column) => `<${prefix}gridCol ${prefix}w="${column}"/>`).join("");
      changes.push([grid.start, grid.end, `<${prefix}tblGrid>${list}</${prefix}tblGrid>`]);
    } else if (
      width?.preferred.type === "dxa" &&
      width.preferred.value > 0 &&
      !table.isFixed &&
      !hasUniformGrid(table)
    ) {
      const total = sum(table.columns);
      if (total > width.preferred.value * 1.05)
        changes.push([width.start, width.end, `<${prefix}tblW ${prefix}w="${total}" ${prefix}type="dxa"/>`]);
    }
  }
  for (const [start, end, text] of changes.sort(([one], [other]) => one - other)) edits.replace(start, end, text);
  return edits.result;
};
