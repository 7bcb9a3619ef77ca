import { Edits } from "../../rewriting.ts";
import { localName, nextTag, type XmlTag } from "../../tags.ts";
import { cellNumber, columnLetters, SHEET_COLUMNS_COUNT } from "../address.ts";
import { cellAttribute } from "../formula-cells.ts";
import type { CellStyles } from "./cell-styles.ts";
import type { StyledTable, TableLine } from "./styled-table.ts";

/** How many cells of a workbook may still get the format of a table, and how many may be added. */
export interface CellBudget {
  changed: number;
  added: number;
}

/** More column definitions are not read. */
const COLUMNS_LIMIT = 2000;

const STYLE = /\ss\s{0,9}=\s{0,9}["'](\d{1,9})["']/;

const styleOf = (tag: string): number => Number(STYLE.exec(tag)?.[1] ?? 0);

/** The formats of cells that are not in the file, by their columns (ECMA-376, part 1, 18.3.1.13). */
const columnStyles = (xml: string): Int32Array => {
  const styles = new Int32Array(SHEET_COLUMNS_COUNT);
  let count = 0;
  for (let tag = nextTag(xml, 0); tag !== undefined && count < COLUMNS_LIMIT; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "sheetData") break;
    if (name !== "col" || tag.isEnd) continue;
    count++;
    const [min, max, style] = ["min", "max", "style"].map((key) => Number(cellAttribute(xml, tag, key) ?? 0));
    if (style) styles.fill(style, (min ?? 1) - 1, max);
  }
  return styles;
};

/** The row that is being read, with the tables in it from left to right, and the next column that a table has. */
interface OpenRow {
  readonly number: number;
  readonly prefix: string;
  readonly style: number | undefined;
  readonly tables: readonly { readonly styled: StyledTable; readonly line: TableLine }[];
  table: number;
  column: number;
}

/** Writes the formats of tables into the cells of a sheet. */
export class SheetCells {
  readonly #xml: string;
  readonly #edits: Edits;
  readonly #styles: CellStyles;
  readonly #budget: CellBudget;
  readonly #columns: Int32Array;
  /** Tables that no row has reached, by their tops, the last one first; and those that rows may still be in. */
  readonly #coming: StyledTable[];
  #open: StyledTable[] = [];
  #nextRow = 0;

  constructor(xml: string, tables: readonly StyledTable[], styles: CellStyles, budget: CellBudget) {
    this.#xml = xml;
    this.#edits = new Edits(xml);
    this.#styles = styles;
    this.#budget = budget;
    this.#columns = columnStyles(xml);
    this.#coming = tables.toSorted((one, other) => other.table.top - one.table.top);
  }

  #openRow(number: number, isHidden: boolean, prefix: string, style: number | undefined): OpenRow {
    for (let next = this.#coming.at(-1); next !== undefined && next.table.top <= number; next = this.#coming.at(-1)) {
      this.#open.push(next);
      this.#coming.pop();
    }
    this.#open = this.#open.filter(({ table }) => table.bottom >= number);
    const tables = this.#open
      .toSorted((one, other) => one.table.left - other.table.left)
      .map((styled) => ({ styled, line: styled.row(number, isHidden) }));
    this.#nextRow = number + 1;
    return { number, prefix, style, tables, table: 0, column: tables[0]?.styled.table.left ?? SHEET_COLUMNS_COUNT };
  }

  #merged(row: OpenRow, column: number, own: number): number {
    const { styled, line } = row.tables[row.table] ?? {};
    if (styled === undefined || line === undefined) return own;
    const { format, key } = styled.format(line, styled.column(column));
    return this.#styles.merged(own, format, key);
  }

  /** Moves to a column; returns the cells of tables before it that are not in the file. */
  #cellsBefore(row: OpenRow, column: number): string {
    let text = "";
    while (row.column < column) {
      const { styled } = row.tables[row.table] ?? {};
      if (styled === undefined) break;
      const end = Math.min(column, styled.table.right + 1);
      for (; row.column < end && this.#budget.added > 0; row.column++) {
        const own = row.style ?? this.#columns[row.column] ?? 0;
        const merged = this.#merged(row, row.column, own);
        if (merged === own) continue;
        this.#budget.added--;
        text += `<${row.prefix}c r="${columnLetters(row.column)}${row.number + 1}" s="${merged}"/>`;
      }
      row.column = Math.max(row.column, end);
      this.#passTables(row);
    }
    return text;
  }

  /** Moves to the table that has the next column, or that follows it. */
  #passTables(row: OpenRow): void {
    for (;;) {
      const { styled } = row.tables[row.table] ?? {};
      if (styled === undefined) {
        row.column = SHEET_COLUMNS_COUNT;
        return;
      }
      if (row.column <= styled.table.right) {
        row.column = Math.max(row.column, styled.table.left);
        return;
      }
      row.table++;
    }
  }

  #add(at: number, text: string, end = at): void {
    this.#edits.reserve(text.length);
    this.#edits.replace(at, end, text);
  }

  #readCell(row: OpenRow, tag: XmlTag, column: number): void {
    const missing = this.#cellsBefore(row, column);
    const start = this.#xml.slice(tag.start, tag.end);
    let changed = start;
    if (row.column === column && this.#budget.changed > 0) {
      this.#budget.changed--;
      const own = styleOf(start);
      const merged = this.#merged(row, column, own);
      row.column++;
      this.#passTables(row);
      if (merged !== own) {
        const bare = start.replace(STYLE, "");
        changed = `${bare.slice(0, tag.name.length + 1)} s="${merged}"${bare.slice(tag.name.length + 1)}`;
      }
    }
    if (missing !== "" || changed !== start) this.#add(tag.start, missing + changed, tag.end);
  }

  /** Reads a row's cells; returns where the next tag is searched. */
  #readRow(tag: XmlTag, row: OpenRow): number {
    if (tag.isEmpty) {
      const cells = this.#cellsBefore(row, SHEET_COLUMNS_COUNT);
      if (cells !== "")
        this.#add(tag.start, `${this.#xml.slice(tag.start, tag.end - 2)}>${cells}</${tag.name}>`, tag.end);
      return tag.end;
    }
    let column = -1;
    for (let cell = nextTag(this.#xml, tag.end); cell !== undefined; cell = nextTag(this.#xml, cell.end)) {
      const name = localName(cell.name);
      if (name === "c" && !cell.isEnd) {
        const number = cellNumber(cellAttribute(this.#xml, cell, "r") ?? "");
        column = number === undefined ? column + 1 : number % SHEET_COLUMNS_COUNT;
        this.#readCell(row, cell, column);
      } else if (cell.isEnd && (name === "row" || name === "sheetData")) {
        const cells = this.#cellsBefore(row, SHEET_COLUMNS_COUNT);
        if (cells !== "") this.#add(cell.start, cells);
        return name === "row" ? cell.end : cell.start;
      }
    }
    return this.#xml.length;
  }

  /** Adds the rows before this one that tables have and the file has not. */
  #rowsBefore(number: number, at: number, prefix: string): void {
    let text = "";
    while (this.#nextRow < number && (this.#open.length > 0 || this.#coming.length > 0)) {
      const first = this.#coming.at(-1)?.table.top ?? number;
      const isBetween = this.#open.every(({ table }) => table.bottom < this.#nextRow);
      if (isBetween && first > this.#nextRow) {
        this.#nextRow = Math.min(first, number);
        continue;
      }
      if (this.#budget.added <= 0) break;
      const row = this.#openRow(this.#nextRow, false, prefix, undefined);
      const cells = this.#cellsBefore(row, SHEET_COLUMNS_COUNT);
      if (cells !== "") text += `<${prefix}row r="${row.number + 1}">${cells}</${prefix}row>`;
    }
    if (text !== "") this.#add(at, text);
  }

  /** The sheet's markup with the formats; undefined if there is nothing to change. */
  styled(): string | undefined {
    const xml = this.#xml;
    for (let tag = nextTag(xml, 0); tag !== undefined; ) {
      const name = localName(tag.name);
      const prefix = tag.name.slice(0, tag.name.length - name.length);
      if (name === "sheetData" && (tag.isEnd || tag.isEmpty)) {
        if (tag.isEnd) this.#rowsBefore(Number.MAX_SAFE_INTEGER, tag.start, prefix);
        break;
      }
      if (name !== "row" || tag.isEnd) {
        tag = nextTag(xml, tag.end);
        continue;
      }
      const number = Number(cellAttribute(xml, tag, "r") ?? this.#nextRow + 1) - 1;
      if (!(number >= this.#nextRow)) {
        tag = nextTag(xml, tag.end);
        continue;
      }
      this.#rowsBefore(number, tag.start, prefix);
      const start = xml.slice(tag.start, tag.end);
      const isHidden = /\shidden\s{0,9}=\s{0,9}["'](?:1|true)["']/.test(start);
      const style = STYLE.test(start) ? styleOf(start) : undefined;
      tag = nextTag(xml, this.#readRow(tag, this.#openRow(number, isHidden, prefix, style)));
    }
    return this.#edits.result;
  }
}
