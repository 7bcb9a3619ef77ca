import type { Value } from "../objects.ts";
import type { TextAdvance } from "./font-widths.ts";
import {
  canRewriteSettings,
  GRAPHICS_SETTINGS,
  type GraphicsSetting,
  hasDefaultSpacing,
  type SavedState,
  type Settings,
  UNKNOWN_PREFIX,
  UnsupportedContent,
} from "./graphics-state.ts";
import { ContentTokens, coordinateDecimals, printOperands, printOperation } from "./print.ts";
import { ShownRun } from "./text-run.ts";

/** Decimals of matrix coefficients. */
const MATRIX_DECIMALS = 9;

/**
 * Writes operators, and settings only when they have an effect. It is one class, because each operator may first write
 * what earlier ones have left pending: a `Q`, the end of a text object, settings, a run of strings.
 */
export class ContentWriter {
  readonly run = new ShownRun();
  readonly #advanceOf: (font: string) => TextAdvance | undefined;
  readonly #tokens = new ContentTokens();
  #written: Settings;
  #wanted: Settings;
  readonly #stack: SavedState[] = [];
  /** A `Q` that is not written yet: a `q` directly after it can replace it. */
  #pending: SavedState | undefined;
  #scale: number;
  #textScale = 1;
  /**
   * The state of the text object. "ended": its `ET` is not written yet. "resumed": the `BT` of the next one is not
   * written either, and a move can continue the previous one.
   */
  #textObject: "outside" | "inside" | "ended" | "resumed" = "outside";
  /** The start of the line since the written `BT`; undefined after a matrix or an operator that sets it. */
  #line: [number, number] | undefined;
  #unknowns = 0;

  constructor(start: Settings, scale: number, advanceOf: (font: string) => TextAdvance | undefined) {
    this.#written = { ...start };
    this.#wanted = { ...start };
    this.#scale = scale;
    this.#advanceOf = advanceOf;
  }

  /** The content that was written. Throws UnsupportedContent for content with an open `q` or text object. */
  finish(): string {
    this.writePendingRestore();
    this.#writePendingText();
    if (this.#stack.length > 0 || this.#textObject !== "outside") throw new UnsupportedContent();
    return this.#tokens.finish();
  }

  /** The decimals that a coordinate needs in the current user space. */
  decimals(more = 0): number {
    return coordinateDecimals(this.#scale) + more;
  }

  /** Writes the pending `ET`, or `ET` and `BT`. */
  #writePendingText(): void {
    if (this.#textObject === "ended") {
      this.#textObject = "outside";
      this.#tokens.write("ET");
    } else if (this.#textObject === "resumed") {
      this.#textObject = "inside";
      this.#tokens.write("ET");
      this.#tokens.write("BT");
      this.#line = [0, 0];
    }
  }

  /** Writes a token that is not a setting. */
  write(token: string): void {
    this.#writePendingText();
    this.#tokens.write(token);
  }

  writeOperator(operator: string, operands: readonly Value[], decimals: number): void {
    this.write(printOperation(operator, operands, decimals));
  }

  /** Sets a setting, which is written before the next operator that needs it. */
  setSetting(setting: GraphicsSetting, operands: readonly Value[], operator: string, decimals: number): void {
    this.#wanted[setting] = printOperation(operator, operands, decimals);
  }

  /** Sets a colour in the current colour space, which `/Name cs` has set. */
  setColour(setting: "fill" | "stroke", operands: readonly Value[], operator: string): void {
    const space = /^\/\S+ (?:cs|CS)/.exec(this.#wanted[setting])?.[0];
    if (space === undefined) throw new UnsupportedContent();
    this.#wanted[setting] = `${space} ${printOperands(operands, 4)} ${operator}`;
  }

  /** Records a setting that another operator has set in the written content. */
  setWritten(setting: GraphicsSetting, operators: string): void {
    this.#wanted[setting] = operators;
    this.#written[setting] = operators;
  }

  /** Marks settings as unknown, after an extended graphics state. */
  forget(settings: readonly GraphicsSetting[]): void {
    for (const setting of settings) this.setWritten(setting, `${UNKNOWN_PREFIX}${this.#unknowns++}`);
  }

  /** Records a change that only `Q` restores: matrix or clip. */
  markChanged(): void {
    const saved = this.#stack.at(-1);
    if (saved !== undefined) saved.changed = true;
  }

  writePendingRestore(): void {
    const saved = this.#pending;
    if (saved === undefined) return;
    this.#pending = undefined;
    this.write("Q");
    this.#written = saved.written;
  }

  /** Writes the settings that have changed. A font that is not known may only stay another one if no text is shown in it. */
  writeSettings(showsText = false): void {
    this.writePendingRestore();
    for (const setting of GRAPHICS_SETTINGS) {
      const wanted = this.#wanted[setting];
      if (wanted === this.#written[setting]) continue;
      if (wanted.startsWith(UNKNOWN_PREFIX)) {
        if (setting === "Tf" && !showsText) continue;
        throw new UnsupportedContent();
      }
      this.#tokens.write(wanted);
      this.#written[setting] = wanted;
    }
  }

  /** Saves the state, as `q` does. */
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

  /** Restores the state, as `Q` does. */
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
    if (this.#textObject === "resumed") this.#textObject = "inside";
    this.#line = undefined;
    this.write(
      `${printOperands(operands.slice(0, 4), MATRIX_DECIMALS)} ${printOperands(operands.slice(4), this.decimals(3))} Tm`,
    );
  }

  /** Begins a text object: a new one, or the previous one continues. */
  beginText(): void {
    if (this.#textObject === "inside" || this.#textObject === "resumed") throw new UnsupportedContent();
    this.#textScale = 1;
    this.run.reset();
    if (this.#textObject === "ended" && this.#line !== undefined && this.#pending === undefined) {
      this.#textObject = "resumed";
      return;
    }
    this.writePendingRestore();
    this.write("BT");
    this.#line = [0, 0];
    this.#textObject = "inside";
  }

  /** Ends a text object; the `ET` may never be written. */
  endText(): void {
    if (this.#textObject !== "inside" && this.#textObject !== "resumed") throw new UnsupportedContent();
    this.#textObject = "ended";
  }

  show(pieces: readonly Value[]): void {
    const [, font, size] = /^\/(\S+) (\S+) Tf$/.exec(this.#wanted.Tf) ?? [];
    const advance = font !== undefined && hasDefaultSpacing(this.#wanted) ? this.#advanceOf(font) : undefined;
    this.run.setFont(advance, size === undefined ? undefined : Number(size), this.#scale * this.#textScale);
    if (this.run.mustEnd(pieces)) this.writeRun();
    this.run.show(pieces);
  }

  /** Writes the current run, and the move after it. */
  writeRun(): void {
    const { pieces, move } = this.run.take();
    if (pieces.length > 0) {
      this.writeSettings(true);
      if (pieces.length === 1 && pieces[0] instanceof Uint8Array) this.writeOperator("Tj", pieces, 2);
      else this.writeOperator("TJ", [pieces], 2);
    }
    if (move !== undefined) this.move(move, 0);
  }

  /** Moves to another line, relative to the start of the line in the original content. */
  move(x: number, y: number): void {
    this.writePendingRestore();
    const [left, bottom] = (this.#textObject === "resumed" ? this.#line : undefined) ?? [0, 0];
    if (this.#textObject === "resumed") this.#textObject = "inside";
    const precision = y === 0 && this.run.isAtWordLimit(x) ? 5 : 3;
    this.#moveBy(x + this.run.takeLineOffset() - left, y - bottom, precision);
  }

  #moveBy(x: number, y: number, precision = 3): void {
    const decimals = this.decimals(precision);
    const [right, up] = [Number(x.toFixed(decimals)), Number(y.toFixed(decimals))];
    if (this.#line !== undefined) this.#line = [this.#line[0] + right, this.#line[1] + up];
    this.writeOperator("Td", [right, up], decimals);
  }

  /** Moves the line's start to that of the original content, for operators that move it themselves. */
  alignLine(): void {
    const behind = this.run.takeLineOffset();
    if (behind !== 0) this.#moveBy(behind, 0);
    this.#writePendingText();
    this.#line = undefined;
  }
}
