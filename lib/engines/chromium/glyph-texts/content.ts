/** Glyphs of one font that a content stream shows together. */
export interface ShownGlyphs {
  /** The number of the font's object, which is its name: `/F4` is object 4. */
  readonly font: number;
  /** Their codes in hexadecimal digits. */
  readonly codes: readonly string[];
  /** The text that the content states for them; undefined if the font's map has it. */
  readonly stated: StatedText | undefined;
}

interface StatedText {
  /** UTF-16 in hexadecimal digits; empty if it is written in another way. */
  readonly hex: string;
  /** The lines that begin and end it. */
  readonly first: number;
  readonly last: number;
}

/** A code of two bytes. Those of one byte, which fonts of drawings have, are read wrongly and not looked up. */
const CODE_DIGITS = /[\dA-F]{4}/g;
const FONT = /^\/F(\d+) [\d.]+ Tf$/;
const STATED_TEXT = /^\/Span<<\/ActualText (?:<FEFF([\dA-F]+)>|.*) >> BDC$/;
const STRING = /<([\dA-F]+)>/g;

const codesIn = (line: string): string[] =>
  [...line.matchAll(STRING)].flatMap(([, digits = ""]) => digits.match(CODE_DIGITS) ?? []);

/** The glyphs that a content stream of Skia shows. Skia writes each operation on a line of its own. */
export const shownGlyphs = function* (lines: readonly string[]): Generator<ShownGlyphs> {
  let font = Number.NaN;
  let stated: { hex: string; first: number; codes: string[] } | undefined;
  for (const [at, line] of lines.entries()) {
    const [, name] = FONT.exec(line) ?? [];
    if (line === "BT") font = Number.NaN;
    else if (name !== undefined) font = Number(name);
    else if (line.startsWith("/Span")) stated = { hex: STATED_TEXT.exec(line)?.[1] ?? "", first: at, codes: [] };
    else if (line === "EMC") {
      if (stated !== undefined) yield { font, codes: stated.codes, stated: { ...stated, last: at } };
      stated = undefined;
    } else if (line.endsWith(" Tj")) {
      if (stated === undefined) yield { font, codes: codesIn(line), stated };
      else for (const code of codesIn(line)) stated.codes.push(code);
    }
  }
};
