import { nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { unicodeMap, unicodeTexts } from "../compress/fonts/code-tables.ts";
import { type Dict, Ref } from "../objects.ts";
import { codesWithoutMeaning, hasMeaning } from "./accessible.ts";
import { type Glyph, shownGlyphs } from "./stated-texts.ts";

const textOf = (hex: string): string => Buffer.from(hex, "hex").swap16().toString("utf16le");
const hexOf = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex");

/** Glyphs with a text that stands for them, and how often they are shown together. */
interface Stated {
  readonly glyphs: readonly Glyph[];
  readonly text: string;
  count: number;
}

/** Counts texts of glyphs, and tells which one each glyph has most often. */
class Votes {
  readonly #counts = new Map<Dict, Map<number, Map<string, number>>>();

  add({ font, code }: Glyph, text: string, count: number): void {
    const ofFont = this.#counts.get(font) ?? new Map<number, Map<string, number>>();
    const counts = ofFont.get(code) ?? new Map<string, number>();
    this.#counts.set(font, ofFont.set(code, counts.set(text, (counts.get(text) ?? 0) + count)));
  }

  *winners(): Generator<{ glyph: Glyph; text: string }> {
    for (const [font, ofFont] of this.#counts) {
      for (const [code, counts] of ofFont) {
        const [most] = [...counts].sort(([, a], [, b]) => b - a);
        if (most !== undefined) yield { glyph: { font, code }, text: most[0] };
      }
    }
  }
}

/** A part of a text for each of `count` glyphs, in their order; glyphs share a character if there are too few. */
const sharesOf = (text: string, count: number): string[] => {
  const characters = [...text];
  return Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * characters.length) / count);
    const to = Math.floor(((at + 1) * characters.length) / count);
    return characters.slice(from, Math.max(to, from + 1)).join("");
  });
};

/** Fonts with codes that have no meaning in Unicode, and the meanings that contents state for such codes. */
class GlyphMeanings {
  readonly #lacking: ReadonlyMap<Dict, Set<number>>;
  readonly #texts: ReadonlyMap<Dict, Map<number, string>>;
  readonly #changed = new Set<Dict>();

  constructor(lacking: ReadonlyMap<Dict, Set<number>>, budget: Budget) {
    this.#lacking = lacking;
    this.#texts = new Map([...lacking.keys()].map((font) => [font, new Map(unicodeTexts(font, budget))]));
  }

  /** Keeps the meaning of an icon that is also shown without a text: for that place nothing else is stated. */
  keepIcon({ font, code }: Glyph): void {
    if (hasMeaning(this.#texts.get(font)?.get(code), /\0/)) this.#lacking.get(font)?.delete(code);
  }

  isLacking({ font, code }: Glyph): boolean {
    return this.#lacking.get(font)?.has(code) ?? false;
  }

  /** Finds meanings: what texts hold beside the meanings of their other glyphs. `most` glyphs of a text may lack one. */
  find(stated: Iterable<Stated>, most: number, forbidden: RegExp): void {
    const votes = new Votes();
    for (const { glyphs, text, count } of stated) {
      const lacking = glyphs.filter((glyph) => this.isLacking(glyph));
      if (lacking.length > most) continue;
      const rest = this.#restOf(text, glyphs);
      // One glyph of several may have no character of its own, as a part of a letter.
      const shares = sharesOf(rest === "" ? text : rest, lacking.length);
      for (const [at, glyph] of lacking.entries()) votes.add(glyph, shares[at]!, count);
    }
    for (const { glyph, text } of votes.winners()) {
      if (!hasMeaning(hexOf(text), forbidden)) continue;
      this.#texts.get(glyph.font)?.set(glyph.code, hexOf(text));
      this.#lacking.get(glyph.font)?.delete(glyph.code);
      this.#changed.add(glyph.font);
    }
  }

  write(): void {
    for (const font of this.#changed) {
      const texts = this.#texts.get(font) ?? [];
      font.set("ToUnicode", new Ref(unicodeMap([...texts], nameAt(font, "Subtype") === "Type0" ? 2 : 1)));
    }
  }

  #restOf(text: string, glyphs: readonly Glyph[]): string {
    let rest = text;
    for (const glyph of glyphs) {
      const hex = this.isLacking(glyph) ? undefined : this.#texts.get(glyph.font)?.get(glyph.code);
      const known = hex ? textOf(hex) : "";
      // Letters of Arabic may have the forms that they have in words.
      rest = rest.replace(rest.includes(known) ? known : known.normalize("NFKC"), "");
    }
    return rest;
  }
}

/**
 * Gives codes a meaning in Unicode where contents state a text for what they show: programs write the text of a syllable beside its
 * glyphs, and no text for a glyph that is a part of several letters, such as those of Thai, of the scripts of India, and vowel signs of
 * Arabic. Readers prefer the text beside the glyphs as before.
 */
export const giveMeanings = (
  pages: readonly Ref[],
  shownStrings: ReadonlyMap<Dict, ReadonlySet<string>>,
  forbidden: RegExp,
  budget: Budget,
): void => {
  const lacking = new Map<Dict, Set<number>>();
  for (const [font, shown] of shownStrings) {
    const codes = codesWithoutMeaning(font, shown, budget, forbidden);
    if (codes.size > 0) lacking.set(font, codes);
  }
  if (lacking.size === 0) return;
  const meanings = new GlyphMeanings(lacking, budget);
  const numbers = new Map([...shownStrings.keys()].map((font, number) => [font, number]));
  const stated = new Map<string, Stated>();
  for (const { glyphs, text } of shownGlyphs(pages, budget)) {
    if (text === undefined) for (const glyph of glyphs) meanings.keepIcon(glyph);
    if (text === undefined || !glyphs.some((glyph) => meanings.isLacking(glyph))) continue;
    const key = [text, ...glyphs.map(({ font, code }) => `${numbers.get(font)} ${code}`)].join();
    const known = stated.get(key);
    if (known === undefined) stated.set(key, { glyphs, text, count: 1 });
    else known.count++;
  }
  for (const most of [1, Number.POSITIVE_INFINITY]) meanings.find(stated.values(), most, forbidden);
  meanings.write();
};
