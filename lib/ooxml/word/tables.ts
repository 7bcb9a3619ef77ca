import { localName, nextTag, type XmlTag } from "../tags.ts";

/** A table or cell width (`CT_TblWidth`: ECMA-376, part 1, 17.4.87): twips where its type is `dxa`. */
export interface Width {
  readonly type: string;
  readonly value: number;
}

/** A cell: the number of grid columns that it spans, and its preferred width. */
export interface Cell {
  span: number;
  width: Width | undefined;
}

/** A row: its cells, and the number of grid columns before the first cell. */
export interface Row {
  before: number;
  readonly cells: Cell[];
}

/** The widths of a table in a Word part. */
export interface WordTable {
  /** The tag with the table's preferred width. */
  width: (XmlTag & { readonly preferred: Width }) | undefined;
  isFixed: boolean;
  readonly isNested: boolean;
  /** The range of the whole `w:tblGrid` element, and the widths in it. */
  grid: { start: number; end: number } | undefined;
  readonly columns: number[];
  readonly rows: Row[];
}

/** Value of an attribute by its local name; undefined where the tag has none. */
export const attributeOf = (xml: string, tag: XmlTag, name: string): string | undefined => {
  const text = xml.slice(tag.start, tag.end);
  const at = text.search(new RegExp(`[\\s:]${name}\\s*=\\s*["']`));
  if (at < 0) return undefined;
  const quote = text.slice(at).search(/["']/) + at;
  const end = text.indexOf(text.charAt(quote), quote + 1);
  return end < 0 ? undefined : text.slice(quote + 1, end);
};

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
export const tablesIn = (xml: string): WordTable[] => {
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
