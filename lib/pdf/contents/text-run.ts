import type { Value } from "../objects.ts";
import type { TextAdvance } from "./font-widths.ts";

/** Moves smaller than this many points are not written: the next one makes up for them. */
const INVISIBLE_MOVE_PT = 0.008;
/** Where readers that drop the fractions of widths would be further off than this many points, a line is not gone on with. */
const DRIFT_LIMIT_PT = 0.25;

/**
 * Strings that are shown one after the other on a line. Programs that place every glyph by itself (`18.4 0 Td <48> Tj`)
 * say in thirty bytes what one string says in two: moves become kerning between the strings, or vanish where they only
 * repeat the width of the glyph.
 */
export class TextRun {
  #pieces: (Uint8Array | number)[] = [];
  /** Where the line begins, as the reader of what is written believes, and as the content meant: the difference. */
  #lineOffset = 0;
  /** Where the pen is on the line in text space; undefined when a font's widths are not known. */
  #pen: number | undefined = 0;
  /** A move along the line that is not written yet. */
  #move: number | undefined;
  #advance: TextAdvance | undefined;
  /** Whether the last string has no width, as accents have that were put over another letter. */
  #endsWithMark = false;
  /** The last string, where it is known to end with a whole code. */
  #completeString: Uint8Array | undefined;
  /** Undefined where the content does not say it: in a form, or behind an extended graphics state. */
  #size: number | undefined;
  #scale = 1;
  /** How far the pen of a reader that drops the fractions of widths is behind, in text space. */
  #drift = 0;
  /** Kerning that was too small to be written, in text space: the next one makes up for it. */
  #unwrittenKerning = 0;

  /** The font from here on: how it moves the pen, its size, and how many points one unit of text space measures. */
  setFont(advance: TextAdvance | undefined, size: number | undefined, scale: number): void {
    this.#advance = advance;
    this.#size = size;
    this.#scale = scale;
  }

  /** The line begins anew, at a place that the matrix says. */
  reset(): void {
    this.#lineOffset = 0;
    this.#pen = 0;
    this.#unwrittenKerning = 0;
    this.#drift = 0;
  }

  /** Whether a horizontal move can wait for the string behind it. Marks without width stay where they were put. */
  canMove(y: number): boolean {
    const known = this.#advance !== undefined && this.#pen !== undefined && (this.#size ?? 0) > 0;
    const isClose = Math.abs(this.#drift) * this.#scale < DRIFT_LIMIT_PT;
    return y === 0 && known && isClose && !this.#endsWithMark && this.#pieces.length > 0;
  }

  /** Whether a move waits, and must not be joined with these strings: they begin with a mark. */
  mustEnd(pieces: readonly Value[]): boolean {
    const [first] = pieces;
    return this.#move !== undefined && first instanceof Uint8Array && this.#advance?.(first).exact === 0;
  }

  move(x: number): void {
    this.#move = (this.#move ?? 0) + x;
  }

  /** Shows the pieces of a TJ, or the string of a Tj. */
  show(pieces: readonly Value[]): void {
    if (this.#move !== undefined) {
      const kerning = Math.round(((this.#pen! - this.#lineOffset - this.#move) * 1000) / this.#size!);
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
    const isPlaced = known && this.#pen !== undefined && this.#size !== undefined;
    this.#pen = isPlaced ? this.#pen! + (width.exact * this.#size!) / 1000 : undefined;
    if (isPlaced) this.#drift += ((width.exact - width.whole) * this.#size!) / 1000;
    const before = this.#pieces[this.#pieces.length - 1];
    // Codes of unknown length may go on from one string to the next when they are joined.
    const joins = known && before instanceof Uint8Array && before === this.#completeString;
    const piece = joins ? Buffer.concat([before, text]) : text;
    if (joins) this.#pieces.pop();
    this.#pieces.push(piece);
    this.#completeString = known ? piece : undefined;
  }

  /** Ends the run: its strings and kernings, and the move behind the last of them. */
  take(): { pieces: (Uint8Array | number)[]; move: number | undefined } {
    const taken = { pieces: this.#pieces, move: this.#move };
    this.#pieces = [];
    this.#move = undefined;
    return taken;
  }

  /** How far the line that was written lies behind the line that was meant; from now on they are one. */
  takeLineOffset(): number {
    const behind = this.#lineOffset;
    this.reset();
    return behind;
  }
}
