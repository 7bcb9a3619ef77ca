import type { PdfFile } from "./pdf-file.ts";

/** Cells that are tagged at most: beyond, tags would be most of the file. */
export const MOST_TAGGED_CELLS = 20_000;

/** The structure of a table (ISO 32000-2, 14.8.4.8): rows of header and data cells, each with its places on pages. */
export class Tags {
  readonly #rows: { readonly header: boolean; readonly cells: { page: number; mark: number }[][] }[] = [];
  /** The marks of each page, as cells by row and column. */
  readonly #pages: [row: number, column: number][][] = [];

  /** Begins a row of so many columns; gives its number. */
  row(columns: number, header: boolean): number {
    return this.#rows.push({ header, cells: Array.from({ length: columns }, () => []) }) - 1;
  }

  /** The next mark on a page for a cell's content. */
  mark(page: number, row: number, column: number): number {
    this.#pages[page] ??= [];
    const marks = this.#pages[page];
    const mark = marks.push([row, column]) - 1;
    this.#rows[row]!.cells[column]!.push({ page, mark });
    return mark;
  }

  /** Writes the structure; `pages` are the pages' objects. Gives what the catalog says of it. */
  write(file: PdfFile, pages: readonly number[]): string {
    const [root, document, table, parents] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()];
    const ids = this.#rows.map(({ cells }) => ({ row: file.reserve(), cells: cells.map(() => file.reserve()) }));
    this.#rows.forEach(({ header, cells }, at) => {
      const { row, cells: elements } = ids[at]!;
      cells.forEach((marks, column) => {
        const kids = marks.map(({ page, mark }) => `<</Type/MCR/Pg ${pages[page]} 0 R/MCID ${mark}>>`).join("");
        const kind = header ? "/S/TH/A<</O/Table/Scope/Column>>" : "/S/TD";
        file.object(elements[column]!, `<</Type/StructElem${kind}/P ${row} 0 R/K[${kids}]>>`);
      });
      const kids = elements.map((id) => `${id} 0 R`).join(" ");
      file.object(row, `<</Type/StructElem/S/TR/P ${table} 0 R/K[${kids}]>>`);
    });
    file.object(
      table,
      `<</Type/StructElem/S/Table/P ${document} 0 R/K[${ids.map(({ row }) => `${row} 0 R`).join(" ")}]>>`,
    );
    file.object(document, `<</Type/StructElem/S/Document/P ${root} 0 R/K[${table} 0 R]>>`);
    const numbers = pages.map((_, page) => {
      const marks = (this.#pages[page] ?? []).map(([row, column]) => `${ids[row]!.cells[column]} 0 R`);
      return `${page}[${marks.join(" ")}]`;
    });
    file.object(parents, `<</Nums[${numbers.join("")}]>>`);
    file.object(
      root,
      `<</Type/StructTreeRoot/K ${document} 0 R/ParentTree ${parents} 0 R/ParentTreeNextKey ${pages.length}>>`,
    );
    return `/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>`;
  }
}
