import type { ByteWriter } from "../../output/byte-writer.ts";
import type { PdfFileWriter } from "./pdf-file.ts";

/** A table with more cells is not tagged: the tags would be most of the file. */
export const TAGGED_CELLS_LIMIT = 20_000;

/** Maximum number of marks on a page. A mark is stored as the page times this limit, plus its number on the page. */
const PAGE_MARKS_LIMIT = 1_048_576;
const NO_MARK = -1;

const writeReference = (out: ByteWriter, id: number): void => {
  out.writeInteger(id);
  out.write(" 0 R ");
};

const writeMark = (out: ByteWriter, mark: number, pages: readonly number[], key: string): void => {
  out.write("/Pg ");
  writeReference(out, pages[Math.floor(mark / PAGE_MARKS_LIMIT)]!);
  out.write(key);
  out.writeInteger(mark % PAGE_MARKS_LIMIT);
};

/** The number of a cell, and the number of the object of its row. */
interface CellPlace {
  readonly row: number;
  readonly cell: number;
  readonly isHead: boolean;
}

/**
 * The structure of a table (ISO 32000-2, 14.8.4.8): rows of header and data cells, each with its marked content. One class,
 * because it writes what it has collected.
 */
export class StructureTree {
  readonly #columns: number;
  readonly #headRow: number | undefined;
  #rows = 0;
  /** The first mark of each cell, row by row. */
  readonly #first: number[] = [];
  /** Further marks of cells that continue on other pages. */
  readonly #further = new Map<number, number[]>();
  /** The cells of each page in the order of their marks. */
  readonly #pages: number[][] = [];

  /** A tree for a table with this many columns; one of its rows may be the head. */
  constructor(columns: number, headRow: number | undefined) {
    this.#columns = columns;
    this.#headRow = headRow;
  }

  /** Begins a row; returns its number. */
  beginRow(): number {
    for (let column = 0; column < this.#columns; column++) this.#first.push(NO_MARK);
    return this.#rows++;
  }

  /** Adds a mark for a cell's content on a page; returns its number there, from 0. */
  mark(page: number, row: number, column: number): number {
    const cell = row * this.#columns + column;
    this.#pages[page] ??= [];
    const number = this.#pages[page].push(cell) - 1;
    const mark = page * PAGE_MARKS_LIMIT + number;
    if (this.#first[cell] === NO_MARK) this.#first[cell] = mark;
    else this.#further.set(cell, [...(this.#further.get(cell) ?? []), mark]);
    return number;
  }

  /** Writes the tree; `pages` are the numbers of the page objects. Returns the tree's entries in the catalog. */
  write(file: PdfFileWriter, pages: readonly number[]): string {
    const [root, document, table, parents] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()];
    const rows = Array.from({ length: this.#rows }, () => file.reserve());
    const cells = Array.from(this.#first, () => file.reserve());
    rows.forEach((row, at) => {
      const first = at * this.#columns;
      const last = first + this.#columns;
      const ids = cells.slice(first, last);
      for (const [column, id] of ids.entries())
        this.#writeCell(file.begin(id), { row, cell: first + column, isHead: at === this.#headRow }, pages);
      const kids = file.begin(row);
      kids.write("<</S/TR/P ");
      kids.writeInteger(table);
      kids.write(" 0 R/K[");
      for (const id of ids) writeReference(kids, id);
      kids.write("]>>");
    });
    file.object(table, `<</S/Table/P ${document} 0 R/K[${rows.map((row) => `${row} 0 R`).join(" ")}]>>`);
    file.object(document, `<</S/Document/P ${root} 0 R/K[${table} 0 R]>>`);
    const numbers = file.begin(parents);
    numbers.write("<</Nums[");
    pages.forEach((_, page) => {
      numbers.write(`${page}[`);
      for (const cell of this.#pages[page] ?? []) writeReference(numbers, cells[cell]!);
      numbers.write("]");
    });
    numbers.write("]>>");
    file.object(
      root,
      `<</Type/StructTreeRoot/K ${document} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey ${pages.length}>>`,
    );
    return `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>`;
  }

  /** Writes a cell's structure element: its parent, and its content as one mark or several. */
  #writeCell(out: ByteWriter, { row, cell, isHead }: CellPlace, pages: readonly number[]): void {
    out.write(isHead ? "<</S/TH/A<</O/Table/Scope/Column>>/P " : "<</S/TD/P ");
    writeReference(out, row);
    const first = this.#first[cell] ?? NO_MARK;
    const further = this.#further.get(cell);
    if (further !== undefined) {
      out.write("/K[");
      for (const mark of [first, ...further]) {
        out.write("<</Type/MCR");
        writeMark(out, mark, pages, "/MCID ");
        out.write(">>");
      }
      out.write("]");
    } else if (first !== NO_MARK) writeMark(out, first, pages, "/K ");
    out.write(">>");
  }
}
