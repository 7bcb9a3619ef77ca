import type { Value } from "../objects.ts";
import type { TextAdvance } from "./font-widths.ts";

/** Smaller moves are not written, but added to the next one. */
const INVISIBLE_MOVE_PT = 0.008;
/** Longer strings are not joined with the next one. */
const JOINED_MAX_BYTES = 2048;
/** If a reader that truncates widths would be further off than this, a run does not continue. */
const DRIFT_LIMIT_PT = 0.25;

/** Readers start a new word after a larger gap. */
const WORD_GAP_EM = 0.1;
const WORD_GAP_TOLERANCE_EM = 0.002;

/**
 * Strings shown one after another on a line. They are one class, because strings, kerning and moves change the same pen. Programs that place each glyph separately (`18.4 0 Td <48> Tj`) use thirty
 * bytes instead of two. Such moves become kerning in the string, or are dropped if they equal the glyph's width.
 */
export class ShownRun {
  #pieces: (Uint8Array | number)[] = [];
  /** How far the start of the line in the original content is ahead of the start in the written content. */
  #lineOffset = 0;
  /** The pen's position on the line in text space; undefined if a width is unknown. */
  #pen: number | undefined = 0;
  /** A horizontal move that is not written yet. */
  #move: number | undefined;
  #advance: TextAdvance | undefined;
  /** Whether the last string has no width, such as an accent that is placed over another letter. */
  #endsWithMark = false;
  /** The last string, if it certainly ends with a complete code. */
  #completeString: Uint8Array | undefined;
  /** The font size; undefined if the content does not state it: in a form, or after an extended graphics state. */
  #size: number | undefined;
  #scale = 1;
  /** The drift of the pen of a reader that truncates widths, in text space. */
  #drift = 0;
  /** Kerning that was too small to write, in text space; it is added to the next one. */
  #unwrittenKerning = 0;

  /** Sets the font: its widths, its size, and how many points one unit of text space measures. */
  setFont(advance: TextAdvance | undefined, size: number | undefined, scale: number): void {
    this.#advance = advance;
    this.#size = size;
    this.#scale = scale;
  }

  /** Starts a new line at a position that a matrix sets. */
  reset(): void {
    this.#lineOffset = 0;
    this.#pen = 0;
    this.#unwrittenKerning = 0;
    this.#drift = 0;
  }

  /**
   * Whether a move can become kerning before the next string. It must be horizontal and its gap must not be at the limit
   * of a word. Marks without width keep their own position.
   */
  canMove(x: number, y: number): boolean {
    const known = this.#advance !== undefined && this.#pen !== undefined && (this.#size ?? 0) > 0;
    const isClose = Math.abs(this.#drift) * this.#scale < DRIFT_LIMIT_PT;
    const canJoin = y === 0 && known && isClose && !this.#endsWithMark && this.#pieces.length > 0;
    return canJoin && !this.isAtWordLimit(x);
  }

  /** Whether a horizontal move leaves the gap at which readers start a new word; rounding could change the words. */
  isAtWordLimit(x: number): boolean {
    if (this.#pen === undefined || this.#size === undefined) return false;
    const gap = this.#lineOffset + (this.#move ?? 0) + x - this.#pen;
    return Math.abs(gap / this.#size - WORD_GAP_EM) < WORD_GAP_TOLERANCE_EM;
  }

  /** Whether the run must end before these strings: a move is pending, and they begin with a mark. */
  mustEnd(pieces: readonly Value[]): boolean {
    const [first] = pieces;
    return this.#move !== undefined && first instanceof Uint8Array && this.#advance?.(first).exact === 0;
  }

  move(x: number): void {
    this.#move = (this.#move ?? 0) + x;
  }

  /** Adds the elements of a TJ, or the string of a Tj. */
  show(pieces: readonly Value[]): void {
    if (this.#move !== undefined) {
      // A move is taken only while the pen and the size are known.
      const [pen = Number.NaN, size = Number.NaN] = [this.#pen, this.#size];
      const kerning = Math.round(((pen - this.#lineOffset - this.#move) * 1000) / size);
      this.#lineOffset += this.#move;
      this.#move = undefined;
      this.#unwrittenKerning = 0;
      this.#kern(kerning);
    }
    for (const piece of pieces) {
      if (typeof piece === "number") this.#kern(piece);
      else if (piece instanceof Uint8Array) this.#string(piece);
    }
  }

  #kern(amount: number): void {
    let thousandths = amount;
    if (this.#size === undefined) this.#pen = undefined;
    else if (this.#size !== 0) {
      const distance = (amount * this.#size) / 1000 + this.#unwrittenKerning;
      const isInvisible = Math.abs(distance) * this.#scale < INVISIBLE_MOVE_PT;
      this.#unwrittenKerning = isInvisible ? distance : 0;
      if (isInvisible) return;
      if (this.#pen !== undefined) this.#pen -= distance;
      thousandths = (distance * 1000) / this.#size;
    }
    const last = this.#pieces.length - 1;
    const before = this.#pieces[last];
    if (typeof before === "number") this.#pieces[last] = before + thousandths;
    else this.#pieces.push(thousandths);
  }

  #string(text: Uint8Array): void {
    const width = this.#advance?.(text);
    const known = width !== undefined && !Number.isNaN(width.exact);
    this.#endsWithMark = width?.exact === 0;
    if (known && this.#pen !== undefined && this.#size !== undefined) {
      this.#pen += (width.exact * this.#size) / 1000;
      this.#drift += ((width.exact - width.whole) * this.#size) / 1000;
    } else this.#pen = undefined;
    const before = this.#pieces.at(-1);
    // Joining strings could change codes of unknown length that continue in the next string.
    const joins =
      known && before instanceof Uint8Array && before === this.#completeString && before.length < JOINED_MAX_BYTES;
    const piece = joins ? Buffer.concat([before, text]) : text;
    if (joins) this.#pieces.pop();
    this.#pieces.push(piece);
    this.#completeString = known ? piece : undefined;
  }

  /** Ends the run; returns its strings and kerning, and the move after the last of them. */
  take(): { pieces: (Uint8Array | number)[]; move: number | undefined } {
    const taken = { pieces: this.#pieces, move: this.#move };
    this.#pieces = [];
    this.#move = undefined;
    return taken;
  }

  /** Returns how far the start of the line in the original content is ahead of the written one, and resets it. */
  takeLineOffset(): number {
    const behind = this.#lineOffset;
    this.reset();
    return behind;
  }
}
