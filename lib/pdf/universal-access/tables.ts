import { asList, dictOf, nameAt, numberAt } from "../access.ts";
import { OverBudget } from "../budget.ts";
import { type Dict, Name, type Value } from "../objects.ts";
import { element, elementsIn, isElement, type Kid, type StructureElement } from "./elements.ts";

const ROW_GROUPS = new Set(["THead", "TBody", "TFoot"]);
const CELLS = new Set(["TH", "TD"]);

/** Columns or rows that one cell may span. */
const SPAN_LIMIT = 1000;
/** Places of one table that are filled with its cells. */
const PLACES_LIMIT = 1_000_000;

const attributesOf = ({ dict }: StructureElement): Dict[] =>
  asList(dict.get("A")).flatMap((value) => {
    const attributes = dictOf(value);
    return attributes === undefined ? [] : [attributes];
  });

const tableAttributes = (cell: StructureElement): Dict =>
  new Map(attributesOf(cell).find((attributes) => nameAt(attributes, "O") === "Table") ?? [["O", new Name("Table")]]);

const setTableAttributes = (cell: StructureElement, attributes: Dict): void => {
  const others: Value[] = attributesOf(cell).filter((other) => nameAt(other, "O") !== "Table");
  if (attributes.size > 1) others.push(attributes);
  if (others.length > 0) cell.dict.set("A", others);
  else cell.dict.delete("A");
};

const spanOf = (attributes: Dict, key: string): number =>
  Math.min(SPAN_LIMIT, Math.max(1, Math.trunc(numberAt(attributes, key) ?? 1)));

/** The kids of a row that are cells; what else is in it becomes part of the cell before it. */
const cellsOf = (row: StructureElement): StructureElement[] => {
  const cells: StructureElement[] = [];
  for (const kid of row.kids) {
    if (isElement(kid) && CELLS.has(kid.type)) cells.push(kid);
    else if (cells.length > 0) cells.at(-1)?.kids.push(kid);
    else cells.push(element("TD", [kid]));
  }
  row.kids = cells;
  return cells;
};

/** The rows of a table in their order; what is in no row becomes a row. */
const rowsOf = (kids: readonly Kid[]): StructureElement[] =>
  kids.flatMap((kid) => {
    if (isElement(kid) && kid.type === "TR") return [kid];
    if (isElement(kid) && ROW_GROUPS.has(kid.type)) return rowsOf(kid.kids);
    return [element("TR", [kid])];
  });

/** Which places of a table have a cell, row by row. */
class Grid {
  readonly #rows: boolean[][] = [];
  #left = PLACES_LIMIT;

  isTaken(row: number, column: number): boolean {
    return this.#rows[row]?.[column] ?? false;
  }

  take(row: number, column: number): void {
    this.#rows[row] ??= [];
    this.#rows[row][column] = true;
    if (--this.#left < 0) throw new OverBudget("The document has a table that is too large to be checked as PDF/UA.");
  }

  freeBehind(row: number, column: number): number {
    while (this.isTaken(row, column)) column++;
    return column;
  }

  width(): number {
    return this.#rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  }
}

/** Puts the cells of a row on the grid, none over another one or below the last row. */
const placeRow = (grid: Grid, cells: readonly StructureElement[], row: number, rows: number): void => {
  let column = 0;
  for (const cell of cells) {
    column = grid.freeBehind(row, column);
    const attributes = tableAttributes(cell);
    const height = Math.min(spanOf(attributes, "RowSpan"), rows - row);
    let width = 1;
    for (const most = spanOf(attributes, "ColSpan"); width < most && !grid.isTaken(row, column + width); ) width++;
    for (const [key, span] of [["RowSpan", height] as const, ["ColSpan", width] as const]) {
      if (span > 1) attributes.set(key, span);
      else attributes.delete(key);
    }
    if (cell.type === "TH" && !nameAt(attributes, "Scope")) attributes.set("Scope", new Name("Column"));
    setTableAttributes(cell, attributes);
    for (let down = 0; down < height; down++) {
      for (let across = 0; across < width; across++) grid.take(row + down, column + across);
    }
    column += width;
  }
};

/** Fills the rows of a table, so that each has as many columns as the others. */
const fillRows = (rows: readonly StructureElement[]): void => {
  const grid = new Grid();
  for (const [at, row] of rows.entries()) placeRow(grid, cellsOf(row), at, rows.length);
  const width = grid.width();
  for (const [at, row] of rows.entries()) {
    for (let column = 0; column < width; column++) {
      if (grid.isTaken(at, column)) continue;
      grid.take(at, column);
      row.kids.push(element("TD", []));
    }
  }
};

const isCaption = (kid: Kid): boolean => isElement(kid) && kid.type === "Caption";

const arrangeTable = (table: StructureElement): void => {
  const [caption, ...furtherCaptions] = table.kids.filter(isCaption);
  const rows = rowsOf(table.kids.filter((kid) => !isCaption(kid)));
  for (const further of furtherCaptions)
    rows.push(element("TR", [element("TD", isElement(further) ? further.kids : [])]));
  fillRows(rows);
  table.kids = caption === undefined ? rows : [caption, ...rows];
  if (rows.length === 0) table.type = "Div";
};

const IN_TABLE = new Set(["TR", "TH", "TD", ...ROW_GROUPS]);

/**
 * Arranges tables as captions and rows with equal numbers of cells (ISO 32000-1, 14.8.4.3.4). A
 * header cell without a scope is that of its column.
 */
export const arrangeTables = (top: StructureElement): void => {
  const inTables = new Set<StructureElement>();
  for (const parent of elementsIn(top)) {
    if (parent.type === "Table") arrangeTable(parent);
    if (parent.type === "Table" || parent.type === "TR")
      for (const kid of parent.kids) if (isElement(kid)) inTables.add(kid);
    if (IN_TABLE.has(parent.type) && !inTables.has(parent)) parent.type = "Div";
  }
};

/** Whether a table has header cells. */
export const hasHeads = (table: StructureElement): boolean =>
  table.kids.some((row) => isElement(row) && row.kids.some((cell) => isElement(cell) && cell.type === "TH"));
