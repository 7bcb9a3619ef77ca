import { Edits } from "../rewriting.ts";
import { attributeOf, localName, nextTag, type XmlTag } from "../tags.ts";

/** A table or cell width (`CT_TblWidth`: ECMA-376, part 1, 17.4.87): twips if its type is `dxa`. */
interface Width {
  readonly type: string;
  readonly value: number;
}

/** A cell: the number of grid columns that it spans, and its preferred width. */
interface Cell {
  span: number;
  width: Width | undefined;
}

/** A row: its cells, and the number of grid columns before the first cell. */
interface Row {
  before: number;
  readonly cells: Cell[];
}

/** The widths of a table in a Word part. */
interface WordTable {
  /** The tag with the table's preferred width. */
  width: (XmlTag & { readonly preferred: Width }) | undefined;
  isFixed: boolean;
  readonly isNested: boolean;
  /** The range of the whole `w:tblGrid` element, and the widths in it. */
  grid: { start: number; end: number } | undefined;
  readonly columns: number[];
  readonly rows: Row[];
}

const widthOf = (xml: string, tag: XmlTag): Width => ({
  type: attributeOf(xml, tag, "type") ?? "dxa",
  value: Number(attributeOf(xml, tag, "w") ?? 0),
});

type ElementReader = (table: WordTable, xml: string, tag: XmlTag) => void;

/** Functions that read an element's start tag into the table around it, by the element's name. */
const ELEMENT_READERS: Readonly<Record<string, ElementReader>> = {
  tblW: (table, xml, tag) => {
    table.width = { ...tag, preferred: widthOf(xml, tag) };
  },
  tblLayout: (table, xml, tag) => {
    table.isFixed = attributeOf(xml, tag, "type") === "fixed";
  },
  tblGrid: (table, _, tag) => {
    table.grid ??= { start: tag.start, end: tag.end };
  },
  gridCol: (table, xml, tag) => {
    table.columns.push(Number(attributeOf(xml, tag, "w") ?? 0));
  },
  tr: (table) => {
    table.rows.push({ before: 0, cells: [] });
  },
  gridBefore: (table, xml, tag) => {
    const row = table.rows.at(-1);
    if (row !== undefined) row.before = Number(attributeOf(xml, tag, "val") ?? 0);
  },
  tc: (table) => {
    table.rows.at(-1)?.cells.push({ span: 1, width: undefined });
  },
  tcW: (table, xml, tag) => {
    const cell = table.rows.at(-1)?.cells.at(-1);
    if (cell !== undefined) cell.width ??= widthOf(xml, tag);
  },
  gridSpan: (table, xml, tag) => {
    const cell = table.rows.at(-1)?.cells.at(-1);
    if (cell !== undefined) cell.span = Math.max(Number(attributeOf(xml, tag, "val") ?? 1), 1);
  },
};

/** Elements with the properties from before a tracked change. */
const TRACKED_CHANGE = /^(tblPrChange|tblGridChange|tcPrChange|trPrChange|tblPrExChange)$/;

/** The tables of a Word part, in the order of their start tags, with nested tables. */
const tablesIn = (xml: string): WordTable[] => {
  const all: WordTable[] = [];
  const open: WordTable[] = [];
  let trackedChangeDepth = 0;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    const table = open.at(-1);
    if (TRACKED_CHANGE.test(name) && !tag.isEmpty) trackedChangeDepth += tag.isEnd ? -1 : 1;
    if (trackedChangeDepth > 0) continue;
    if (name === "tbl" && tag.isEnd) open.pop();
    else if (name === "tbl" && !tag.isEmpty) {
      const next: WordTable = {
        width: undefined,
        isFixed: false,
        isNested: open.length > 0,
        grid: undefined,
        columns: [],
        rows: [],
      };
      all.push(next);
      open.push(next);
    } else if (table !== undefined && name === "tblGrid" && tag.isEnd && table.grid !== undefined)
      table.grid.end = tag.end;
    else if (table !== undefined && !tag.isEnd) ELEMENT_READERS[name]?.(table, xml, tag);
  }
  return all;
};

/** Widths that differ by at most this much count as equal, because programs round. */
const ROUNDING_TWIPS = 2;

const isSameWidth = (one: number, other: number): boolean => Math.abs(one - other) <= ROUNDING_TWIPS;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Whether all grid columns have the same width, or the grid has none: its program only stored the widths of the cells. */
const hasUniformGrid = ({ columns }: WordTable): boolean =>
  columns.every((width, _, [first = width]) => isSameWidth(width, first));

/** The most grid columns that the cells of one table may span in total, because each of them is visited. */
const SPANNED_COLUMNS_LIMIT = 1_000_000;

/** The column widths that follow from the cells, in twips; undefined if rows disagree or a column has no width. */
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

/** The width between the margins of the last section, in twips; undefined if the section does not state it. */
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

/** The column widths that Word would use, in twips; undefined if they are those of the grid. */
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
 * Writes the column widths that Word uses into the grids of tables, because LibreOffice reads only the grid. If the grid is
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
