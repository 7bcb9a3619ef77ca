import type { Weight } from "./faces.ts";
import { type GlyphArrays, type GlyphCache, newGlyphArrays, type SimpleGlyphs } from "./glyph-cache.ts";
import { needsShaping, type ShapedLine, shapeLine } from "./shaping.ts";

/** A line of a cell: a range of the row's glyphs, or a shaped line. Its width is in thousandths of the font size. */
export interface TextLine {
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly shaped?: ShapedLine;
  /** A whole cell of simple characters, whose glyphs are looked up when they are shown. */
  readonly simple?: { readonly text: string; readonly glyphs: SimpleGlyphs };
}

export interface TypesetRow {
  readonly glyphs: GlyphArrays;
  readonly cells: readonly (readonly TextLine[])[];
  /** Lines of the cell with the most lines, 1 at least. */
  readonly lineCount: number;
}

/** A column of a row, and the width that its text may have, in thousandths of the font size. */
export interface TextColumn {
  readonly column: number;
  readonly width: number;
}

const SPACE_CODE = 0x20;
const UNDERSCORE = 0x5f;
const NEWLINE = 0x0a;

/** The code, or a space for a character that cannot be printed. */
const printable = (code: number): number =>
  code < SPACE_CODE || code === 0x7f || code === 0xa0 || code === 0xfeff ? SPACE_CODE : code;

/** Longer texts are shaped in parts: the time for one grows with its square. No line of a page holds as many characters. */
const SHAPED_LIMIT_CHARACTERS = 4096;

/** The parts of a word that are shaped on their own: the word, unless it is too long. They end between two letters. */
const partsOfWord = (word: string): string[] => {
  if (word.length <= SHAPED_LIMIT_CHARACTERS) return [word];
  const letters = new Intl.Segmenter().segment(word);
  const parts: string[] = [];
  for (let from = 0; from < word.length; ) {
    const letter = letters.containing(from + SHAPED_LIMIT_CHARACTERS)?.index ?? word.length;
    // A letter may have as many marks as it likes.
    const to = letter > from ? letter : from + SHAPED_LIMIT_CHARACTERS;
    parts.push(word.slice(from, to));
    from = to;
  }
  return parts;
};

/**
 * Typesets rows of a table: chooses glyphs and breaks cells into lines. One class, because all cells of a row share one set
 * of arrays.
 */
export class Typesetter {
  readonly #glyphCache: GlyphCache;
  #glyphs = newGlyphArrays(4096);

  constructor(glyphCache: GlyphCache) {
    this.#glyphCache = glyphCache;
  }

  /** The width of a text without line breaks, and of its longest word, in thousandths of the font size. */
  measure(text: string, weight: Weight): { whole: number; word: number } {
    if (needsShaping(text)) {
      const widthOf = (part: string) => shapeLine(part, weight, this.#glyphCache).width;
      const words = text.split(/\s+/).flatMap(partsOfWord).map(widthOf);
      const isShort = text.length <= SHAPED_LIMIT_CHARACTERS;
      return {
        whole: isShort ? widthOf(text) : words.reduce((sum, width) => sum + width, 0),
        word: words.reduce((longest, width) => Math.max(longest, width), 0),
      };
    }
    this.#glyphs.count = 0;
    this.#appendGlyphs(text, weight);
    let [whole, line, word, longest] = [0, 0, 0, 0];
    const { count, width, code } = this.#glyphs;
    for (let at = 0; at < count; at++) {
      if (code[at] === NEWLINE) line = 0;
      else line += width[at]!;
      word = code[at] === SPACE_CODE || code[at] === NEWLINE ? 0 : word + width[at]!;
      if (line > whole) whole = line;
      if (word > longest) longest = word;
    }
    return { whole, word: longest };
  }

  /** Typesets the cells of a row in these columns. The next call overwrites the glyphs of the row. */
  typeset(row: readonly string[], columns: readonly TextColumn[], weight: Weight): TypesetRow {
    this.#glyphs.count = 0;
    let lineCount = 1;
    const cells: (readonly TextLine[])[] = [];
    for (const { column, width } of columns) {
      const lines = this.#typesetCell(row[column] ?? "", width, weight);
      if (lines.length > lineCount) lineCount = lines.length;
      cells.push(lines);
    }
    return { glyphs: this.#glyphs, cells, lineCount };
  }

  #typesetCell(text: string, width: number, weight: Weight): readonly TextLine[] {
    if (text === "") return [];
    const simpleWidth = this.#glyphCache.simpleWidth(text, weight);
    if (simpleWidth >= 0 && simpleWidth <= width) {
      return [{ width: simpleWidth, from: 0, to: 0, simple: { text, glyphs: this.#glyphCache.simple(weight) } }];
    }
    if (simpleWidth < 0 && needsShaping(text)) return this.#wrapShaped(text, width, weight);
    const from = this.#glyphs.count;
    this.#appendGlyphs(text, weight);
    return this.#wrap(from, this.#glyphs.count, width);
  }

  #appendGlyphs(text: string, weight: Weight): void {
    this.#ensureRoom(text.length);
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
      this.#glyphCache.putGlyph(code === NEWLINE ? SPACE_CODE : printable(code), weight, glyphs, place);
      glyphs.code[place] = code === NEWLINE ? NEWLINE : printable(code);
    }
  }

  /** Breaks a range of glyphs into lines: at line ends, at spaces, and within a word that is too long; there after a `_`. */
  #wrap(from: number, to: number, maxWidth: number): readonly TextLine[] {
    const { width, code } = this.#glyphs;
    const lines: TextLine[] = [];
    let [start, line, space, beforeSpace] = [from, 0, -1, 0];
    // The place after the last underscore, and the width up to there.
    let [joint, beforeJoint] = [-1, 0];
    for (let at = from; at < to; at++) {
      if (code[at] === NEWLINE) {
        lines.push({ from: start, to: at, width: line });
        [start, line, space] = [at + 1, 0, -1];
        continue;
      }
      if (code[at] === SPACE_CODE) [space, beforeSpace] = [at, line];
      if (at > start && code[at - 1] === UNDERSCORE) [joint, beforeJoint] = [at, line];
      line += width[at]!;
      if (line <= maxWidth || at === start) continue;
      if (code[at] === SPACE_CODE) continue;
      if (space > start) {
        lines.push({ from: start, to: space, width: beforeSpace });
        start = space + 1;
        line = 0;
        for (let back = start; back <= at; back++) line += width[back]!;
      } else if (joint > start) {
        lines.push({ from: start, to: joint, width: beforeJoint });
        [start, line] = [joint, line - beforeJoint];
      } else {
        lines.push({ from: start, to: at, width: line - width[at]! });
        [start, line] = [at, width[at]!];
      }
      space = -1;
    }
    lines.push({ from: start, to, width: line });
    return lines;
  }

  #wrapShaped(text: string, maxWidth: number, weight: Weight): readonly TextLine[] {
    const lines: TextLine[] = [];
    const addLine = (shaped: ShapedLine) => lines.push({ from: 0, to: 0, width: shaped.width, shaped });
    for (const paragraph of text.split(/\r\n|\r|\n/)) {
      let [line, width] = ["", 0];
      for (const word of paragraph
        .replace(/\p{Cc}/gu, " ")
        .split(/(?<=\s)/)
        .flatMap(partsOfWord)) {
        // Letters never join across a space, so a line is as wide as its words.
        const whole = shapeLine(word, weight, this.#glyphCache);
        const wordWidth = whole.width;
        if (width + wordWidth <= maxWidth && line.length < SHAPED_LIMIT_CHARACTERS) {
          line += word;
          width += wordWidth;
          continue;
        }
        if (line !== "") addLine(shapeLine(line, weight, this.#glyphCache));
        const pieces = this.#splitWord(whole, maxWidth, weight);
        pieces.slice(0, -1).forEach(addLine);
        const last = pieces.at(-1);
        [line, width] = [last?.text ?? "", last?.width ?? 0];
      }
      addLine(shapeLine(line, weight, this.#glyphCache));
    }
    return lines;
  }

  /** A word, cut into shaped pieces that fit the width. */
  #splitWord(whole: ShapedLine, maxWidth: number, weight: Weight): ShapedLine[] {
    if (whole.width <= maxWidth) return [whole];
    const letters = [...new Intl.Segmenter().segment(whole.text)].map(({ segment }) => segment);
    const fitting = Math.max(1, Math.floor((letters.length * maxWidth) / whole.width));
    const pieces: ShapedLine[] = [];
    for (let at = 0; at < letters.length; at += fitting) {
      pieces.push(shapeLine(letters.slice(at, at + fitting).join(""), weight, this.#glyphCache));
    }
    return pieces;
  }

  #ensureRoom(characters: number): void {
    const needed = this.#glyphs.count + characters;
    if (needed <= this.#glyphs.code.length) return;
    const larger = newGlyphArrays(Math.max(needed, 2 * this.#glyphs.code.length));
    larger.count = this.#glyphs.count;
    for (const key of ["face", "glyph", "width", "code"] as const) larger[key].set(this.#glyphs[key] as never);
    this.#glyphs = larger;
  }
}
