import type { Value } from "../objects.ts";
import type { TextAdvance } from "./font-widths.ts";
import {
  canRewriteSettings,
  hasDefaultSpacing,
  type SavedState,
  SETTINGS,
  type Setting,
  type Settings,
  UNKNOWN_PREFIX,
  UnsupportedContent,
} from "./graphics-state.ts";
import { needsSpace, printOperands, printOperation } from "./print.ts";
import { TextRun } from "./text-run.ts";

/** Decimals of coordinates in points (a hundredth is 1/7200 inch), and of scales. */
const COORDINATE_DECIMALS = 2;
const MATRIX_DECIMALS = 9;

/** Writes operators, and settings only when they come to count. */
export class ContentWriter {
  readonly run = new TextRun();
  readonly #advanceOf: (font: string) => TextAdvance | undefined;
  readonly #out: string[] = [];
  #last = "";
  #written: Settings;
  #wanted: Settings;
  readonly #stack: SavedState[] = [];
  /** A `Q` that is not written yet: a `q` right behind it may take its place. */
  #pending: SavedState | undefined;
  #scale: number;
  #textScale = 1;
  /**
   * Where the content stands: outside of text objects or in one, behind one whose `ET` is not written yet, or in another
   * one whose `BT` is not written either: a move can make it go on with the one before.
   */
  #textObject: "outside" | "inside" | "behind" | "again" = "outside";
  /** Where the line begins, by what was written since `BT`; undefined when a matrix or an operator has set it. */
  #line: [number, number] | undefined;
  #unknowns = 0;

  constructor(start: Settings, scale: number, advanceOf: (font: string) => TextAdvance | undefined) {
    this.#written = { ...start };
    this.#wanted = { ...start };
    this.#scale = scale;
    this.#advanceOf = advanceOf;
  }

  finish(): string {
    this.writePendingRestore();
    this.#writePendingText();
    if (this.#stack.length > 0 || this.#textObject !== "outside") throw new UnsupportedContent();
    return `${this.#out.join("")}\n`;
  }

  /** Decimals that a coordinate needs in the space that the matrices have made. */
  decimals(more = 0): number {
    return (
      Math.max(0, Math.min(6, COORDINATE_DECIMALS + Math.ceil(Math.log10(Math.max(this.#scale, 1e-6)) - 1e-9))) + more
    );
  }

  /** Writes the `ET`, or `ET` and `BT`, that are not written yet. */
  #writePendingText(): void {
    if (this.#textObject === "behind") {
      this.#textObject = "outside";
      this.#put("ET");
    } else if (this.#textObject === "again") {
      this.#textObject = "inside";
      this.#put("ET");
      this.#put("BT");
      this.#line = [0, 0];
    }
  }

  /** Writes something that is not a mere setting. */
  write(token: string): void {
    this.#writePendingText();
    this.#put(token);
  }

  #put(token: string): void {
    if (needsSpace(this.#last, token)) this.#out.push("\n");
    this.#out.push(token);
    this.#last = token;
  }

  /** Writes an operator with its operands. */
  writeOperator(operator: string, operands: readonly Value[], decimals: number): void {
    this.write(printOperation(operator, operands, decimals));
  }

  /** Sets something, for when it will be needed. */
  setSetting(setting: Setting, operands: readonly Value[], operator: string, decimals: number): void {
    this.#wanted[setting] = printOperation(operator, operands, decimals);
  }

  /** Sets a colour in the space that was set before, by `/Name cs`. */
  setColour(setting: "fill" | "stroke", operands: readonly Value[], operator: string): void {
    const space = /^\/\S+ (?:cs|CS)/.exec(this.#wanted[setting])?.[0];
    if (space === undefined) throw new UnsupportedContent();
    this.#wanted[setting] = `${space} ${printOperands(operands, 4)} ${operator}`;
  }

  /** A setting is in force by the operator that shows a string. */
  setWritten(setting: Setting, operators: string): void {
    this.#wanted[setting] = operators;
    this.#written[setting] = operators;
  }

  /** Settings that a named graphics state may have changed. */
  forget(settings: readonly Setting[]): void {
    for (const setting of settings) this.setWritten(setting, `${UNKNOWN_PREFIX}${this.#unknowns++}`);
  }

  /** Something has changed that only a `Q` brings back: matrix or clip. */
  markChanged(): void {
    const saved = this.#stack[this.#stack.length - 1];
    if (saved !== undefined) saved.changed = true;
  }

  /** Writes the `Q` that is pending. */
  writePendingRestore(): void {
    const saved = this.#pending;
    if (saved === undefined) return;
    this.#pending = undefined;
    this.write("Q");
    this.#written = saved.written;
  }

  /** Writes the settings that differ from those in force. */
  writeSettings(): void {
    this.writePendingRestore();
    for (const setting of SETTINGS) {
      const wanted = this.#wanted[setting];
      if (wanted === this.#written[setting]) continue;
      if (wanted.startsWith(UNKNOWN_PREFIX)) throw new UnsupportedContent();
      this.#put(wanted);
      this.#written[setting] = wanted;
    }
  }

  save(): void {
    const pending = this.#pending;
    if (pending !== undefined && !pending.changed && canRewriteSettings(this.#written, pending.wanted)) {
      this.#pending = undefined;
      this.#stack.push({ ...pending });
      return;
    }
    this.writePendingRestore();
    const saved = { wanted: { ...this.#wanted }, written: { ...this.#written }, scale: this.#scale, changed: false };
    this.#stack.push(saved);
    this.write("q");
  }

  restore(): void {
    this.writePendingRestore();
    const saved = this.#stack.pop();
    if (saved === undefined) throw new UnsupportedContent();
    this.#scale = saved.scale;
    this.#wanted = { ...saved.wanted };
    this.#pending = saved;
  }

  transform(operands: readonly Value[]): void {
    const numbers = operands.filter((operand) => typeof operand === "number");
    if (numbers.length !== 6 || operands.length !== 6) throw new UnsupportedContent();
    this.writeSettings();
    this.markChanged();
    const [a, b, c, d] = numbers as [number, number, number, number];
    const place = printOperands(numbers.slice(4), this.decimals(3));
    this.write(`${printOperands([a, b, c, d], MATRIX_DECIMALS)} ${place} cm`);
    this.#scale *= Math.max(Math.hypot(a, b), Math.hypot(c, d));
  }

  textMatrix(operands: readonly Value[]): void {
    const [a, b] = operands;
    this.#textScale = typeof a === "number" && typeof b === "number" ? Math.hypot(a, b) : 1;
    this.run.reset();
    this.writePendingRestore();
    if (this.#textObject === "again") this.#textObject = "inside";
    this.#line = undefined;
    this.write(
      `${printOperands(operands.slice(0, 4), MATRIX_DECIMALS)} ${printOperands(operands.slice(4), this.decimals(3))} Tm`,
    );
  }

  /** A text object begins: a new one, or the one before goes on. */
  beginText(): void {
    if (this.#textObject === "inside" || this.#textObject === "again") throw new UnsupportedContent();
    this.#textScale = 1;
    this.run.reset();
    if (this.#textObject === "behind" && this.#line !== undefined && this.#pending === undefined) {
      this.#textObject = "again";
      return;
    }
    this.writePendingRestore();
    this.write("BT");
    this.#line = [0, 0];
    this.#textObject = "inside";
  }

  /** A text object ends; whether that is written depends on what follows. */
  endText(): void {
    if (this.#textObject !== "inside" && this.#textObject !== "again") throw new UnsupportedContent();
    this.#textObject = "behind";
  }

  /** Adds strings to the run on the line. */
  show(pieces: readonly Value[]): void {
    const font = /^\/(\S+) (\S+) Tf$/.exec(this.#wanted.Tf);
    const advance = font !== null && hasDefaultSpacing(this.#wanted) ? this.#advanceOf(font[1]!) : undefined;
    const size = font === null ? undefined : Number(font[2]);
    this.run.setFont(advance, size, this.#scale * this.#textScale);
    if (this.run.mustEnd(pieces)) this.writeRun();
    this.run.show(pieces);
  }

  /** Writes the run on the line, and the move behind it. */
  writeRun(): void {
    const { pieces, move } = this.run.take();
    if (pieces.length > 0) {
      this.writeSettings();
      if (pieces.length === 1 && pieces[0] instanceof Uint8Array) this.writeOperator("Tj", pieces, 2);
      else this.writeOperator("TJ", [pieces], 2);
    }
    if (move !== undefined) this.move(move, 0);
  }

  /** Moves to another line, from where the line that was meant begins. */
  move(x: number, y: number): void {
    this.writePendingRestore();
    const [left, bottom] = this.#textObject === "again" ? this.#line! : [0, 0];
    if (this.#textObject === "again") this.#textObject = "inside";
    this.#moveBy(x + this.run.takeLineOffset() - left, y - bottom);
  }

  #moveBy(x: number, y: number): void {
    const decimals = this.decimals(3);
    const [right, up] = [Number(x.toFixed(decimals)), Number(y.toFixed(decimals))];
    if (this.#line !== undefined) this.#line = [this.#line[0] + right, this.#line[1] + up];
    this.writeOperator("Td", [right, up], decimals);
  }

  /** Lets the line begin where it was meant to, for operators that move it in their own way. */
  alignLine(): void {
    const behind = this.run.takeLineOffset();
    if (behind !== 0) this.#moveBy(behind, 0);
    this.#writePendingText();
    this.#line = undefined;
  }
}
