import type { ExcelTable } from "../tables.ts";
import type { Format, TableStyle } from "./format.ts";

/** Where a row or a column is in an area: at its start, at its end. */
interface Place {
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

const INSIDE: Place = { isFirst: false, isLast: false };

/** A row or column of a table: its place in the table, in its data and in its stripe. */
export interface TableLine {
  /** The same for lines that look the same. */
  readonly key: string;
  readonly inTable: Place;
  /** Undefined outside of the data. */
  readonly inData: Place | undefined;
  /** A header's or total's place among those of the table. */
  readonly inEdge?: Place;
  readonly stripe: { readonly name: "first" | "second"; readonly place: Place } | undefined;
  /** Whether it is a header or a row of totals. */
  readonly kind: "header" | "total" | "data";
}

const mark = ({ isFirst, isLast }: Place = INSIDE): string => `${Number(isFirst)}${Number(isLast)}`;

const lineOf = (parts: Omit<TableLine, "key">): TableLine => {
  const { inTable, inData, inEdge, stripe, kind } = parts;
  const key = `${kind.charAt(0)}${mark(inTable)}${mark(inEdge)}${inData === undefined ? "-" : mark(inData)}${stripe?.name ?? ""}${mark(stripe?.place)}`;
  return { ...parts, key };
};

/** A table with its style, and the rows of it that have been read. */
export class StyledTable {
  readonly table: ExcelTable;
  readonly #style: TableStyle;
  readonly #columns: (TableLine | undefined)[] = [];
  readonly #formats = new Map<string, Format>();
  #stripedRows = 0;

  constructor(table: ExcelTable, style: TableStyle) {
    this.table = table;
    this.#style = style;
  }

  #stripe(kind: "Row" | "Column", index: number, isLast: boolean): TableLine["stripe"] {
    const sizes = (["first", "second"] as const).map((name) => this.#style.get(`${name}${kind}Stripe`)?.size ?? 1);
    const [first = 1, second = 1] = sizes;
    const at = index % (first + second);
    return {
      name: at < first ? "first" : "second",
      place: { isFirst: at === 0 || at === first, isLast: isLast || at === first - 1 || at === first + second - 1 },
    };
  }

  #column(index: number): TableLine {
    const { left, right, style } = this.table;
    const place = { isFirst: index === 0, isLast: left + index === right };
    const stripe = style?.hasColumnStripes ? this.#stripe("Column", index, place.isLast) : undefined;
    return lineOf({ inTable: place, inData: place, stripe, kind: "data" });
  }

  /** A column of the sheet. */
  column(column: number): TableLine {
    const index = column - this.table.left;
    const line = this.#columns[index] ?? this.#column(index);
    this.#columns[index] = line;
    return line;
  }

  /** The next row of the table; rows are asked for in their order. Excel counts no hidden rows for its stripes. */
  row(row: number, isHidden: boolean): TableLine {
    const { top, bottom, headers, totals, style } = this.table;
    const inTable = { isFirst: row === top, isLast: row === bottom };
    const [lastHeader, firstTotal] = [top + headers - 1, bottom - totals + 1];
    if (row <= lastHeader) {
      const inEdge = { isFirst: inTable.isFirst, isLast: row === lastHeader };
      return lineOf({ inTable, inData: undefined, inEdge, stripe: undefined, kind: "header" });
    }
    if (row >= firstTotal) {
      const inEdge = { isFirst: row === firstTotal, isLast: inTable.isLast };
      return lineOf({ inTable, inData: undefined, inEdge, stripe: undefined, kind: "total" });
    }
    const inData = { isFirst: row === top + headers, isLast: row === bottom - totals };
    const stripe = style?.hasRowStripes ? this.#stripe("Row", this.#stripedRows, inData.isLast) : undefined;
    if (!isHidden) this.#stripedRows++;
    return lineOf({ inTable, inData, stripe, kind: "data" });
  }

  /** The format of a cell, and a key that is the same for cells with the same format, in any table. */
  format(row: TableLine, column: TableLine): { format: Format; key: string } {
    const { name, hasFirstColumn, hasLastColumn } = this.table.style ?? {};
    const key = `${row.key} ${column.key} ${Number(hasFirstColumn)}${Number(hasLastColumn)} ${name}`;
    const known = this.#formats.get(key) ?? this.#layered(row, column);
    this.#formats.set(key, known);
    return { format: known, key };
  }

  /** The elements that apply to a cell, each with the cell's place in its area, from the weakest to the strongest. */
  #layers(row: TableLine, column: TableLine): (readonly [element: string, row: Place, column: Place])[] {
    const { style } = this.table;
    const layers: (readonly [string, Place, Place])[] = [["wholeTable", row.inTable, column.inTable]];
    const { inData } = row;
    const edge = { isFirst: true, isLast: true };
    if (inData !== undefined) {
      if (column.stripe) layers.push([`${column.stripe.name}ColumnStripe`, inData, column.stripe.place]);
      if (row.stripe) layers.push([`${row.stripe.name}RowStripe`, row.stripe.place, column.inTable]);
      if (style?.hasLastColumn && column.inTable.isLast) layers.push(["lastColumn", inData, edge]);
      if (style?.hasFirstColumn && column.inTable.isFirst) layers.push(["firstColumn", inData, edge]);
      return layers;
    }
    const isHeader = row.kind === "header";
    const [whole, cell] = isHeader ? ["headerRow", "HeaderCell"] : ["totalRow", "TotalCell"];
    layers.push([whole, row.inEdge ?? edge, column.inTable]);
    if (style?.hasFirstColumn && column.inTable.isFirst) layers.push([`first${cell}`, edge, edge]);
    if (style?.hasLastColumn && column.inTable.isLast) layers.push([`last${cell}`, edge, edge]);
    return layers;
  }

  #layered(row: TableLine, column: TableLine): Format {
    const merged: Record<string, string> = {};
    for (const [element, rowPlace, columnPlace] of this.#layers(row, column)) {
      const { vertical, horizontal, left, right, top, bottom, ...others } = this.#style.get(element)?.format ?? {};
      const sides = {
        left: columnPlace.isFirst ? left : vertical,
        right: columnPlace.isLast ? right : vertical,
        top: rowPlace.isFirst ? top : horizontal,
        bottom: rowPlace.isLast ? bottom : horizontal,
      };
      Object.assign(merged, others);
      for (const [side, line] of Object.entries(sides)) if (line !== undefined) merged[side] = line;
    }
    return merged;
  }
}
