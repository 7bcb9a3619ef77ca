import type { Weight } from "../../typesetting/faces.ts";
import { type TextColumn, type TypesetRow, Typesetter } from "../../typesetting/typesetter.ts";
import { CELL_PADDING_EM } from "./column-widths.ts";
import { fitHead } from "./head.ts";
import type { Pages } from "./pages.ts";
import type { StructureTree } from "./structure-tree.ts";
import { FOOTER_HEIGHT_PT, LINE_HEIGHT_EM, ROW_PADDING_EM, type TableLayout } from "./table-layout.ts";
import { type LineRange, TablePage, type TableParts } from "./table-page.ts";

/** Tolerance of a column's width, in thousandths of the font size: the width is converted to points and back. */
const WIDTH_TOLERANCE_THOUSANDTHS = 0.5;
/** The column that stands on the pages of each column group. */
const FIRST_COLUMN = 0;

/** The rows above a table, and the head that each of its pages repeats. */
export interface TableTop {
  readonly preamble: readonly (readonly string[])[];
  readonly head: readonly string[] | undefined;
}

/** A column group as text is set in it. Each has a typesetter of its own, because the next row overwrites the glyphs. */
interface TextGroup {
  readonly columns: readonly TextColumn[];
  readonly typesetter: Typesetter;
}

const typesetIn = (groups: readonly TextGroup[], row: readonly string[], weight: Weight): TypesetRow[] =>
  groups.map(({ columns, typesetter }) => typesetter.typeset(row, columns, weight));

/**
 * Draws a table's rows on pages, and writes each page when it is full. One class, because each row begins where the last
 * one has ended.
 */
export class TypesetTable {
  /** Whether cells of the head end in an ellipsis. */
  readonly isHeadShortened: boolean;
  readonly #layout: TableLayout;
  readonly #pages: Pages;
  readonly #structure: StructureTree | undefined;
  readonly #groups: readonly TextGroup[];
  /** The head, typeset once for all pages; empty without a head, and above it. */
  #head: readonly TypesetRow[] = [];
  #headHeight = 0;
  /** The head's row in the structure tree until the head is drawn: a repeated head is an artifact. */
  #headTag: number | undefined;
  /** The pages that are being drawn, one for each column group. */
  readonly #open: readonly TablePage[];
  #y = 0;
  #rowCount = 0;

  /** Draws the rows above the table, and the head, if there is one. */
  constructor({ preamble, head }: TableTop, parts: TableParts) {
    const { layout, glyphCache, pages, structure } = parts;
    this.#layout = layout;
    this.#pages = pages;
    this.#structure = structure;
    const { columnGroups: groups, fontSize } = layout;
    const roomIn = (width: number) =>
      ((width - 2 * CELL_PADDING_EM * fontSize) * 1000) / fontSize + WIDTH_TOLERANCE_THOUSANDTHS;
    const textColumns = groups.map(({ columns, widths }) =>
      columns.map((column, at) => ({ column, width: roomIn(widths[at]!) })),
    );
    const withTypesetters = () => textColumns.map((columns) => ({ columns, typesetter: new Typesetter(glyphCache) }));
    this.#groups = withTypesetters();
    const { cells, isShortened } = fitHead(head ?? [], layout, textColumns, new Typesetter(glyphCache));
    this.isHeadShortened = isShortened;
    this.#open = groups.map((group) => new TablePage(parts, group));
    this.#beginPage();
    for (const row of preamble) this.#add(this.#typesetAcross(row));
    this.#rowCount = 0;
    if (head !== undefined) this.#beginHead(typesetIn(withTypesetters(), cells, "bold"));
  }

  /** Draws the head below what stands above it, or on a new page if a row below it would have no room. */
  #beginHead(head: readonly TypesetRow[]): void {
    this.#head = head;
    this.#headHeight = this.#heightOf(Math.max(...head.map((part) => part.lineCount)));
    this.#headTag = this.#structure?.beginRow();
    const isEmptyPage = this.#pages.count === 0 && this.#y === this.#layout.height - this.#layout.margins.top;
    if (isEmptyPage || this.#y - this.#headHeight - this.#heightOf(1) >= this.#bottom) {
      this.#drawHead();
      return;
    }
    this.#endPage();
    this.#beginPage();
  }

  /** Draws one row. A row that is higher than a page continues on the next page. */
  add(row: readonly string[]): void {
    this.#add(typesetIn(this.#groups, row, "regular"));
  }

  #add(typeset: readonly TypesetRow[]): void {
    const lineCount = Math.max(...typeset.map((part) => part.lineCount));
    const tag = this.#structure?.beginRow();
    for (let from = 0, isNewPage = false; from < lineCount; ) {
      // A new page takes at least one line; otherwise a row could move from page to page for ever.
      const room = Math.max(this.#linesLeft, isNewPage ? 1 : 0);
      const fits = lineCount - from <= room;
      // A row moves to the next page as a whole, unless an empty page has no room for it either.
      if (!fits && !isNewPage && (room < 1 || (from === 0 && lineCount <= this.#linesOfPage))) {
        this.#endPage();
        this.#beginPage();
        isNewPage = true;
        continue;
      }
      isNewPage = false;
      const to = fits ? lineCount : from + room;
      this.#draw(typeset, { from, to }, tag, this.#rowCount % 2 === 1 ? "stripe" : "plain");
      from = to;
    }
    this.#rowCount++;
  }

  finish(): void {
    this.#endPage();
  }

  /** Lines of a row for which the page has room. */
  get #linesLeft(): number {
    return this.#linesIn(this.#y - this.#bottom);
  }

  /** Lines of a row for which an empty page has room below its head. */
  get #linesOfPage(): number {
    const { height, margins } = this.#layout;
    return this.#linesIn(height - margins.top - this.#bottom - this.#headHeight);
  }

  get #bottom(): number {
    return this.#layout.margins.bottom + FOOTER_HEIGHT_PT;
  }

  #linesIn(height: number): number {
    const { fontSize } = this.#layout;
    return Math.floor((height - 2 * ROW_PADDING_EM * fontSize) / (LINE_HEIGHT_EM * fontSize));
  }

  #heightOf(lineCount: number): number {
    const { fontSize } = this.#layout;
    return lineCount * LINE_HEIGHT_EM * fontSize + 2 * ROW_PADDING_EM * fontSize;
  }

  /** Typesets a row above the table: the text of a cell may extend over the empty columns after it. */
  #typesetAcross(row: readonly string[]): TypesetRow[] {
    const across = this.#groups.map(({ columns, typesetter }) => {
      let emptyWidth = 0;
      const widened = columns.toReversed().map(({ column, width }) => {
        const room = width + emptyWidth;
        emptyWidth = (row[column] ?? "") === "" ? room : 0;
        return { column, width: room };
      });
      return { columns: widened.reverse(), typesetter };
    });
    return typesetIn(across, row, "regular");
  }

  #beginPage(): void {
    this.#y = this.#layout.height - this.#layout.margins.top;
    for (const page of this.#open) page.begin();
    this.#drawHead();
  }

  #drawHead(): void {
    if (this.#head.length === 0) return;
    const lineCount = Math.max(...this.#head.map((part) => part.lineCount));
    this.#draw(this.#head, { from: 0, to: lineCount }, this.#headTag, "head");
    this.#headTag = undefined;
  }

  #endPage(): void {
    for (const page of this.#open) {
      const { content, backgrounds } = page.end();
      this.#pages.add(content, backgrounds);
    }
  }

  /** Draws these lines of a row; `tag` is the row's number in the structure tree. */
  #draw(
    row: readonly TypesetRow[],
    lines: LineRange,
    tag: number | undefined,
    kind: "head" | "plain" | "stripe",
  ): void {
    const height = this.#heightOf(lines.to - lines.from);
    const bottom = this.#y - height;
    this.#open.forEach((page, at) => {
      page.addBackground(kind, bottom, height);
      const number = this.#pages.count + at;
      page.showCells(row[at]!, lines, this.#y, (column) => {
        // The column that each group repeats is read once.
        const isRepeated = at > 0 && column === FIRST_COLUMN;
        return tag === undefined || isRepeated ? undefined : this.#structure?.mark(number, tag, column);
      });
    });
    this.#y = bottom;
  }
}
