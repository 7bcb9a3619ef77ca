import { isComplex, type Shaped, shapeLine } from "./complex.ts";
import type { Weight } from "./faces.ts";
import { type Easy, type Glyphs, glyphRoom, type Lettering } from "./lettering.ts";

/** A line of a cell: a stretch of the row's glyphs, or a line that was shaped; its width in thousandths of the size. */
export interface Line {
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly shaped?: Shaped;
  /** A whole cell of easy letters, which are looked up when they are drawn. */
  readonly easy?: { readonly text: string; readonly letters: Easy };
}

/** A row that is set: its glyphs, and each cell's lines. */
export interface SetRow {
  readonly glyphs: Glyphs;
  readonly cells: readonly (readonly Line[])[];
  /** Lines of the cell that has the most. */
  readonly height: number;
}

const SPACE = 0x20;
const NEWLINE = 0x0a;

/** What stands for a character that is none to print. */
const printable = (code: number): number =>
  code < SPACE || code === 0x7f || code === 0xa0 || code === 0xfeff ? SPACE : code;

/** Sets rows of a table in the faces of its document. */
export class Setter {
  readonly #lettering: Lettering;
  #glyphs = glyphRoom(4096);

  constructor(lettering: Lettering) {
    this.#lettering = lettering;
  }

  /** How wide a text is that is not broken, and its longest word, in thousandths of the size. */
  measure(text: string, weight: Weight): { whole: number; word: number } {
    if (isComplex(text)) {
      const words = text.split(/\s+/).map((word) => shapeLine(word, weight, this.#lettering).width);
      return { whole: shapeLine(text, weight, this.#lettering).width, word: Math.max(...words) };
    }
    this.#glyphs.count = 0;
    this.#append(text, weight);
    let [whole, line, word, longest] = [0, 0, 0, 0];
    const { count, width, code } = this.#glyphs;
    for (let at = 0; at < count; at++) {
      if (code[at] === NEWLINE) line = 0;
      else line += width[at]!;
      word = code[at] === SPACE || code[at] === NEWLINE ? 0 : word + width[at]!;
      if (line > whole) whole = line;
      if (word > longest) longest = word;
    }
    return { whole, word: longest };
  }

  /**
   * Sets a row's cells of some columns, each in its width (thousandths of the size). The next row takes its glyphs'
   * place.
   */
  set(row: readonly string[], columns: readonly number[], widths: readonly number[], weight: Weight): SetRow {
    this.#glyphs.count = 0;
    let height = 1;
    const cells: (readonly Line[])[] = [];
    for (let at = 0; at < columns.length; at++) {
      const lines = this.#cell(row[columns[at]!] ?? "", widths[at]!, weight);
      if (lines.length > height) height = lines.length;
      cells.push(lines);
    }
    return { glyphs: this.#glyphs, cells, height };
  }

  #cell(text: string, width: number, weight: Weight): readonly Line[] {
    if (text === "") return [];
    const easy = this.#lettering.easyWidth(text, weight);
    if (easy >= 0 && easy <= width) {
      return [{ width: easy, from: 0, to: 0, easy: { text, letters: this.#lettering.easy(weight) } }];
    }
    if (easy < 0 && isComplex(text)) return this.#complex(text, width, weight);
    const from = this.#glyphs.count;
    this.#append(text, weight);
    return this.#break(from, this.#glyphs.count, width);
  }

  #append(text: string, weight: Weight): void {
    this.#room(text.length);
    const glyphs = this.#glyphs;
    for (let at = 0; at < text.length; at++) {
      let code = text.charCodeAt(at);
      if (code >= 0xd800 && code < 0xdc00) {
        code = text.codePointAt(at)!;
        if (code > 0xffff) at++;
      }
      if (code === 0x0d) {
        if (text.charCodeAt(at + 1) === NEWLINE) continue;
        code = NEWLINE;
      }
      const place = glyphs.count++;
      this.#lettering.put(code === NEWLINE ? SPACE : printable(code), weight, glyphs, place);
      glyphs.code[place] = code === NEWLINE ? NEWLINE : printable(code);
    }
  }

  /** Breaks a stretch of glyphs into lines: where it says so, at a space, and within a word that is too long. */
  #break(from: number, to: number, most: number): readonly Line[] {
    const { width, code } = this.#glyphs;
    const lines: Line[] = [];
    let [start, line, space, beforeSpace] = [from, 0, -1, 0];
    for (let at = from; at < to; at++) {
      if (code[at] === NEWLINE) {
        lines.push({ from: start, to: at, width: line });
        [start, line, space] = [at + 1, 0, -1];
        continue;
      }
      if (code[at] === SPACE) [space, beforeSpace] = [at, line];
      line += width[at]!;
      if (line <= most || at === start) continue;
      if (code[at] === SPACE) continue;
      if (space > start) {
        lines.push({ from: start, to: space, width: beforeSpace });
        start = space + 1;
        line = 0;
        for (let back = start; back <= at; back++) line += width[back]!;
      } else {
        lines.push({ from: start, to: at, width: line - width[at]! });
        [start, line] = [at, width[at]!];
      }
      space = -1;
    }
    lines.push({ from: start, to, width: line });
    return lines;
  }

  #complex(text: string, most: number, weight: Weight): readonly Line[] {
    const lines: Line[] = [];
    const put = (shaped: Shaped) => lines.push({ from: 0, to: 0, width: shaped.width, shaped });
    for (const paragraph of text.split(/\r\n|\r|\n/)) {
      let [line, width] = ["", 0];
      for (const word of paragraph.replace(/\p{Cc}/gu, " ").split(/(?<=\s)/)) {
        // Nothing joins across a space: a line is as wide as its words, and is shaped once.
        const wide = shapeLine(word, weight, this.#lettering).width;
        if (width + wide <= most) {
          line += word;
          width += wide;
          continue;
        }
        if (line !== "") put(shapeLine(line, weight, this.#lettering));
        const pieces = this.#pieces(word, most, weight);
        pieces.slice(0, -1).forEach(put);
        const last = pieces.at(-1);
        [line, width] = [last?.text ?? "", last?.width ?? 0];
      }
      put(shapeLine(line, weight, this.#lettering));
    }
    return lines;
  }

  /** A word in pieces that are not too wide. */
  #pieces(word: string, most: number, weight: Weight): Shaped[] {
    const whole = shapeLine(word, weight, this.#lettering);
    if (whole.width <= most) return [whole];
    const letters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
    const fitting = Math.max(1, Math.floor((letters.length * most) / whole.width));
    const pieces: Shaped[] = [];
    for (let at = 0; at < letters.length; at += fitting) {
      pieces.push(shapeLine(letters.slice(at, at + fitting).join(""), weight, this.#lettering));
    }
    return pieces;
  }

  #room(characters: number): void {
    const needed = this.#glyphs.count + characters;
    if (needed <= this.#glyphs.code.length) return;
    const larger = glyphRoom(Math.max(needed, 2 * this.#glyphs.code.length));
    larger.count = this.#glyphs.count;
    for (const key of ["face", "glyph", "width", "code"] as const) larger[key].set(this.#glyphs[key] as never);
    this.#glyphs = larger;
  }
}
