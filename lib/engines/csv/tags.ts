import type { PdfFile } from "./pdf-file.ts";

/** Cells that are tagged at most: beyond, tags would be most of the file. */
export const MOST_TAGGED_CELLS = 20_000;

/** Marks of a page at most; a mark in a list is its page times this, and its number there. */
const MOST_MARKS = 1_048_576;
const NONE = -1;

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
      const kind = at === 0 ? "/S/TH/A<</O/Table/Scope/Column>>" : "/S/TD";
      let kids = "";
      for (let cell = at * this.#columns; cell < (at + 1) * this.#columns; cell++) {
        file.object(cells[cell]!, `<<${kind}/P ${row} 0 R${this.#content(cell, pages)}>>`);
        kids += `${cells[cell]} 0 R `;
      }
      file.object(row, `<</S/TR/P ${table} 0 R/K[${kids}]>>`);
    });
    file.object(table, `<</S/Table/P ${document} 0 R/K[${rows.map((row) => `${row} 0 R`).join(" ")}]>>`);
    file.object(document, `<</S/Document/P ${root} 0 R/K[${table} 0 R]>>`);
    const numbers = pages.map((_, page) => {
      const marked = (this.#pages[page] ?? []).map((cell) => `${cells[cell]} 0 R`);
      return `${page}[${marked.join(" ")}]`;
    });
    file.object(parents, `<</Nums[${numbers.join("")}]>>`);
    file.object(
      root,
      `<</Type/StructTreeRoot/K ${document} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey ${pages.length}>>`,
    );
    return `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>`;
  }

  /** What an element says of its content: one mark by itself, several each with its page. */
  #content(cell: number, pages: readonly number[]): string {
    const first = this.#first[cell]!;
    if (first === NONE) return "";
    const further = this.#further.get(cell);
    const [page, number] = [pages[Math.floor(first / MOST_MARKS)], first % MOST_MARKS];
    if (further === undefined) return `/Pg ${page} 0 R/K ${number}`;
    const kids = [first, ...further].map(
      (mark) => `<</Type/MCR/Pg ${pages[Math.floor(mark / MOST_MARKS)]} 0 R/MCID ${mark % MOST_MARKS}>>`,
    );
    return `/K[${kids.join("")}]`;
  }
}
