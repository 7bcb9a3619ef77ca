import { ContentStream } from "../../typesetting/content-stream.ts";
import type { EmojiPictures } from "../../typesetting/emoji-pictures.ts";
import type { GlyphCache } from "../../typesetting/glyph-cache.ts";
import { LineWriter } from "../../typesetting/line-writer.ts";
import type { TypesetRow } from "../../typesetting/typesetter.ts";
import { CELL_PADDING_EM, type ColumnGroup } from "./column-widths.ts";
import type { Pages } from "./pages.ts";
import type { StructureTree } from "./structure-tree.ts";
import { BASELINE_OFFSET_EM, LINE_HEIGHT_EM, ROW_PADDING_EM, type TableLayout } from "./table-layout.ts";

const HEAD_FILL = "0.9 0.92 0.95 rg";
const STRIPE_FILL = "0.965 0.97 0.98 rg";
const RULE_STROKE = "0.75 G 0.4 w";
const BUFFER_BYTES = 8192;

/** The backgrounds of a page's rows: the fill of the head, a stripe for every second row, and a rule below each row. */
class RowBackgrounds {
  readonly #left: number;
  readonly #width: number;
  readonly #head = new ContentStream(BUFFER_BYTES);
  readonly #stripes = new ContentStream(BUFFER_BYTES);
  readonly #rules = new ContentStream(BUFFER_BYTES);

  /** The left edge and the width of the rows, in points. */
  constructor(left: number, width: number) {
    this.#left = left;
    this.#width = width;
  }

  /** Adds the background of a row: its distance from the bottom of the page and its height, in points. */
  addRow(kind: "head" | "plain" | "stripe", bottom: number, height: number): void {
    if (kind === "head") this.#head.rectangle(this.#left, bottom, this.#width, height);
    if (kind === "stripe") this.#stripes.rectangle(this.#left, bottom, this.#width, height);
    this.#rules.line(this.#left, this.#left + this.#width, bottom);
  }

  /** The operators that paint the backgrounds. */
  get operators(): Uint8Array[] {
    const filled = (colour: string, boxes: ContentStream) =>
      boxes.isEmpty ? [] : [Buffer.from(`${colour} `), boxes.bytes, Buffer.from("f ")];
    return [
      Buffer.from("q "),
      ...filled(HEAD_FILL, this.#head),
      ...filled(STRIPE_FILL, this.#stripes),
      Buffer.from(`${RULE_STROKE} `),
      this.#rules.bytes,
      Buffer.from("S Q\n"),
    ];
  }

  clear(): void {
    for (const part of [this.#head, this.#stripes, this.#rules]) part.clear();
  }
}

/** Returns the number of the next mark in a column, for the content of a cell; undefined if the content is an artifact. */
type MarkCell = (column: number) => number | undefined;

/** The parts with which a table is drawn. */
export interface TableParts {
  readonly layout: TableLayout;
  readonly glyphCache: GlyphCache;
  readonly pages: Pages;
  readonly emoji: EmojiPictures<number>;
  /** Undefined for a table that is not tagged. */
  readonly structure: StructureTree | undefined;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A page of a table that is being drawn, for one group of columns: its text, the backgrounds of its rows, and its pictures.
 * One class, because all of it goes to one content stream.
 */
export class TablePage {
  readonly #layout: TableLayout;
  readonly #group: ColumnGroup;
  readonly #isTagged: boolean;
  readonly #backgrounds: RowBackgrounds;
  readonly #content = new ContentStream();
  readonly #lines: LineWriter;

  constructor({ layout, glyphCache, emoji, structure }: TableParts, group: ColumnGroup) {
    this.#layout = layout;
    this.#group = group;
    this.#isTagged = structure !== undefined;
    const width = group.widths.reduce((sum, column) => sum + column, 0);
    this.#backgrounds = new RowBackgrounds(layout.margins.left, width);
    this.#lines = new LineWriter({ content: this.#content, glyphCache, emoji, fontSize: layout.fontSize });
  }

  begin(): void {
    this.#backgrounds.clear();
    this.#content.clear();
    this.#content.beginText();
  }

  /** Ends the page; returns its text, and the operators that paint the backgrounds below the text. */
  end(): { content: ContentStream; backgrounds: Uint8Array[] } {
    this.#content.endText();
    const [begin, end] = this.#isTagged ? ["/Artifact BMC ", "EMC "] : ["", ""];
    const pictures = this.#lines.takePictures();
    if (pictures !== "") this.#content.write(begin + pictures + end);
    return {
      content: this.#content,
      backgrounds: [Buffer.from(begin), ...this.#backgrounds.operators, Buffer.from(end)],
    };
  }

  addBackground(kind: "head" | "plain" | "stripe", bottom: number, height: number): void {
    this.#backgrounds.addRow(kind, bottom, height);
  }

  /** Shows these lines of a row, below `top` (points from the bottom of the page). */
  showCells(row: TypesetRow, { from, to }: LineRange, top: number, markCell: MarkCell): void {
    const { fontSize, margins, isRightAligned } = this.#layout;
    const padding = CELL_PADDING_EM * fontSize;
    let left = margins.left;
    for (let at = 0; at < this.#group.columns.length; at++) {
      const column = this.#group.columns[at]!;
      const lines = row.cells[at]!;
      const width = this.#group.widths[at]!;
      if (lines.length > from) {
        this.#beginMarked(markCell, column);
        for (const [index, line] of lines.slice(from, to).entries()) {
          const y = top - (ROW_PADDING_EM + BASELINE_OFFSET_EM + index * LINE_HEIGHT_EM) * fontSize;
          const room = width - padding - (line.width * fontSize) / 1000;
          this.#lines.show(line, row.glyphs, left + (isRightAligned[column] ? Math.max(room, padding) : padding), y);
        }
        if (this.#isTagged) this.#content.write("EMC ");
      }
      left += width;
    }
  }

  #beginMarked(markCell: MarkCell, column: number): void {
    if (!this.#isTagged) return;
    const mark = markCell(column);
    if (mark === undefined) this.#content.write("/Artifact BMC ");
    else this.#content.beginMarkedContent("/TD", mark);
  }
}
