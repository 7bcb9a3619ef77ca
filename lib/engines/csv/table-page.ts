import { CELL_PADDING_EM, type ColumnGroup } from "./column-widths.ts";
import { ContentStream, rounded } from "./content-stream.ts";
import type { EmojiPictures } from "./emoji-pictures.ts";
import type { Face } from "./faces.ts";
import type { GlyphCache } from "./glyph-cache.ts";
import type { Pages } from "./pages.ts";
import type { PlacedGlyph, ShapedLine } from "./shaping.ts";
import type { StructureTree } from "./structure-tree.ts";
import { BASELINE_OFFSET_EM, LINE_HEIGHT_EM, ROW_PADDING_EM, type TableLayout } from "./table-layout.ts";
import type { TextLine, TypesetRow } from "./typesetter.ts";

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

/** The size of an emoji's picture, and the share of that size which lies below the baseline. */
const EMOJI_SIZE_EM = 1.17;
const EMOJI_DESCENT_SHARE = 0.2;

/** Returns the number of the next mark in a column, for the content of a cell; undefined if the content is an artifact. */
type MarkCell = ((column: number) => number) | undefined;

/** The parts with which a table is drawn. */
export interface TableParts {
  readonly layout: TableLayout;
  readonly glyphCache: GlyphCache;
  readonly pages: Pages;
  readonly emoji: EmojiPictures;
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
  readonly #glyphCache: GlyphCache;
  readonly #emoji: EmojiPictures;
  readonly #isTagged: boolean;
  readonly #backgrounds: RowBackgrounds;
  readonly #content = new ContentStream();
  #pictures = "";

  constructor({ layout, glyphCache, emoji, structure }: TableParts, group: ColumnGroup) {
    this.#layout = layout;
    this.#group = group;
    this.#glyphCache = glyphCache;
    this.#emoji = emoji;
    this.#isTagged = structure !== undefined;
    const width = group.widths.reduce((sum, column) => sum + column, 0);
    this.#backgrounds = new RowBackgrounds(layout.margins.left, width);
  }

  begin(): void {
    this.#pictures = "";
    this.#backgrounds.clear();
    this.#content.clear();
    this.#content.beginText();
  }

  /** Ends the page; returns its text, and the operators that paint the backgrounds below the text. */
  end(): { content: ContentStream; backgrounds: Uint8Array[] } {
    this.#content.endText();
    const [begin, end] = this.#isTagged ? ["/Artifact BMC ", "EMC "] : ["", ""];
    if (this.#pictures !== "") this.#content.write(begin + this.#pictures + end);
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
          this.#showLine(line, row, left + (isRightAligned[column] ? Math.max(room, padding) : padding), y);
        }
        if (this.#isTagged) this.#content.write("EMC ");
      }
      left += width;
    }
  }

  #beginMarked(markCell: MarkCell, column: number): void {
    if (!this.#isTagged) return;
    if (markCell === undefined) this.#content.write("/Artifact BMC ");
    else this.#content.beginMarkedContent("/TD", markCell(column));
  }

  #showLine(line: TextLine, { glyphs }: TypesetRow, x: number, y: number): void {
    const { fontSize } = this.#layout;
    if (line.shaped !== undefined) {
      this.#showShaped(line.shaped, x, y);
      return;
    }
    this.#content.moveTo(x, y);
    if (line.simple === undefined) this.#content.showGlyphs(glyphs, line.from, line.to, fontSize);
    else this.#content.showSimple(line.simple.text, line.simple.glyphs, fontSize);
  }

  /** Shows a shaped line, with the text of the glyphs that HarfBuzz has moved and joined (ISO 32000-2, 14.9.4). */
  #showShaped({ glyphs, actualTexts }: ShapedLine, x: number, y: number): void {
    let next = 0;
    glyphs.forEach((placed, index) => {
      const span = actualTexts[next];
      if (span?.from === index) {
        const text = Buffer.from(span.text, "utf16le").swap16().toString("hex");
        this.#content.write(`/Span <</ActualText <feff${text}>>> BDC `);
      }
      this.#showPlaced(placed, x, y);
      if (span?.to === index + 1) {
        this.#content.write("EMC ");
        next++;
      }
    });
  }

  #showPlaced({ face: number, glyph, x, y }: PlacedGlyph, left: number, baseline: number): void {
    const { fontSize } = this.#layout;
    const { face, shown } = this.#glyphCache.usedFace(number);
    const [glyphX, glyphY] = [left + (x * fontSize) / 1000, baseline + (y * fontSize) / 1000];
    this.#content.moveTo(glyphX, glyphY);
    if (face.isEmojiFont) {
      this.#addPicture(face, glyph, glyphX, glyphY);
      this.#content.showInvisible(
        this.#glyphCache.invisibleCode(shown.get(glyph) ?? ""),
        this.#glyphCache.invisible,
        fontSize,
      );
      return;
    }
    this.#content.showGlyphs({ face: Uint8Array.of(number), glyph: Uint16Array.of(glyph) }, 0, 1, fontSize);
  }

  /** Keeps an emoji's picture until the end of the text, because a text object cannot contain pictures. */
  #addPicture(face: Face, glyph: number, x: number, y: number): void {
    const name = this.#emoji.nameOf(face, glyph);
    if (name === undefined) return;
    const size = this.#layout.fontSize * EMOJI_SIZE_EM;
    this.#pictures += `q ${rounded(size)} 0 0 ${rounded(size)} ${rounded(x)} ${rounded(y - size * EMOJI_DESCENT_SHARE)} cm /${name} Do Q\n`;
  }
}
