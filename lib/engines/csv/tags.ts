import type { Bytes } from "./bytes.ts";
import type { PdfFile } from "./pdf-file.ts";

/** Cells that are tagged at most: beyond, tags would be most of the file. */
export const MOST_TAGGED_CELLS = 20_000;

/** Marks of a page at most; a mark in a list is its page times this, and its number there. */
const MOST_MARKS = 1_048_576;
const NONE = -1;

const reference = (out: Bytes, id: number): void => {
  out.integer(id);
  out.write(" 0 R ");
};

const content = (out: Bytes, mark: number, pages: readonly number[], key: string): void => {
  out.write("/Pg ");
  reference(out, pages[Math.floor(mark / MOST_MARKS)]!);
  out.write(key);
  out.integer(mark % MOST_MARKS);
};

/** The structure of a table (ISO 32000-2, 14.8.4.8): rows of header and data cells, each with its places on pages. */
export class Tags {
  readonly #columns: number;
  #rows = 0;
  /** The first mark of each cell, row by row. */
  readonly #first: number[] = [];
  /** Further marks of cells that go on on other pages. */
  readonly #further = new Map<number, number[]>();
  /** The cells of each page in the order of their marks. */
  readonly #pages: number[][] = [];

  /** Tags for a table of so many columns, whose first row is its head. */
  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Begins a row; gives its number. */
  row(): number {
    for (let column = 0; column < this.#columns; column++) this.#first.push(NONE);
    return this.#rows++;
  }

  /** The next mark on a page, from 0, for a cell's content. */
  mark(page: number, row: number, column: number): number {
    const cell = row * this.#columns + column;
    this.#pages[page] ??= [];
    const number = this.#pages[page].push(cell) - 1;
    const mark = page * MOST_MARKS + number;
    if (this.#first[cell] === NONE) this.#first[cell] = mark;
    else this.#further.set(cell, [...(this.#further.get(cell) ?? []), mark]);
    return number;
  }

  /** Writes the structure; `pages` are the pages' objects. Gives what the catalog says of it. */
  write(file: PdfFile, pages: readonly number[]): string {
    const [root, document, table, parents] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()];
    const rows = Array.from({ length: this.#rows }, () => file.reserve());
    const cells = Array.from(this.#first, () => file.reserve());
    rows.forEach((row, at) => {
      const first = at * this.#columns;
      const last = first + this.#columns;
      for (let cell = first; cell < last; cell++) this.#cell(file.begin(cells[cell]!), at === 0, row, cell, pages);
      const kids = file.begin(row);
      kids.write("<</S/TR/P ");
      kids.integer(table);
      kids.write(" 0 R/K[");
      for (let cell = first; cell < last; cell++) reference(kids, cells[cell]!);
      kids.write("]>>");
    });
    file.object(table, `<</S/Table/P ${document} 0 R/K[${rows.map((row) => `${row} 0 R`).join(" ")}]>>`);
    file.object(document, `<</S/Document/P ${root} 0 R/K[${table} 0 R]>>`);
    const numbers = file.begin(parents);
    numbers.write("<</Nums[");
    pages.forEach((_, page) => {
      numbers.write(`${page}[`);
      for (const cell of this.#pages[page] ?? []) reference(numbers, cells[cell]!);
      numbers.write("]");
    });
    numbers.write("]>>");
    file.object(
      root,
      `<</Type/StructTreeRoot/K ${document} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey ${pages.length}>>`,
    );
    return `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>`;
  }

  /** An element: whose it is, and its content: one mark by itself, several each with its page. */
  #cell(out: Bytes, isHead: boolean, row: number, cell: number, pages: readonly number[]): void {
    out.write(isHead ? "<</S/TH/A<</O/Table/Scope/Column>>/P " : "<</S/TD/P ");
    reference(out, row);
    const first = this.#first[cell]!;
    const further = this.#further.get(cell);
    if (further !== undefined) {
      out.write("/K[");
      for (const mark of [first, ...further]) {
        out.write("<</Type/MCR");
        content(out, mark, pages, "/MCID ");
        out.write(">>");
      }
      out.write("]");
    } else if (first !== NONE) content(out, first, pages, "/K ");
    out.write(">>");
  }
}
