import { dictAt, nameAt, resolve } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { deflate, setStreamData } from "../../compress/repack.ts";
import { plainData } from "../../filters/decode.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";
import { codesIn, differencesOf, statedWidth } from "./simple-encoding.ts";

/** The glyph of a code in a Type 3 font (ISO 32000-2, 9.6.4); undefined if nothing is drawn for it. */
const glyphOf = (font: Dict, code: number): Value | undefined => {
  const name = differencesOf(font).get(code);
  return name === undefined ? undefined : dictAt(font, "CharProcs")?.get(name);
};

const widthOf = (font: Dict, code: number): number => statedWidth(font, code) ?? 0;

/** Smaller differences of widths do not count; in the units of the glyphs. */
const WIDTH_TOLERANCE = 0.001;

const blankName = (code: number): string => `blank${code}`;

/** Adds glyphs that draw nothing for codes without a glyph of a Type 3 font, as readers do (ISO 19005-2, 6.2.11.4.1). */
export const fillType3 = (font: Dict, strings: Iterable<string>, budget: Budget): void => {
  for (const code of codesIn(strings)) setWidth(glyphOf(font, code), widthOf(font, code), budget);
  const missing = [...codesIn(strings)].filter((code) => glyphOf(font, code) === undefined).sort((a, b) => a - b);
  if (missing.length === 0 || nameAt(font, "Subtype") !== "Type3") return;
  const procedures = new Map(dictAt(font, "CharProcs"));
  const names = new Map(differencesOf(font));
  for (const code of missing) {
    const content = Buffer.from(`${widthOf(font, code)} 0 d0\n`, "latin1");
    procedures.set(blankName(code), new Ref(new Stream(new Map(), content)));
    names.set(code, blankName(code));
  }
  font.set("CharProcs", procedures);
  const differences = [...names].sort(([a], [b]) => a - b).flatMap(([code, name]): Value[] => [code, new Name(name)]);
  font.set("Encoding", makeDict({ Type: new Name("Encoding"), Differences: differences }));
};

/** The first operator of a glyph, which begins with its width (ISO 32000-2, table 111). */
const WIDTH = /^\s{0,99}(-?[\d.]{1,20})(?=\s)/;

const statedIn = (glyph: Value | undefined, budget: Budget): { content: string; width: number } | undefined => {
  const stream = resolve(glyph);
  const content = stream instanceof Stream ? plainData(stream, budget)?.toString("latin1") : undefined;
  const width = content === undefined ? undefined : WIDTH.exec(content)?.[1];
  return content === undefined || width === undefined ? undefined : { content, width: Number(width) };
};

/** Gives a glyph the width of the font's dictionary, which readers use (ISO 19005-2, 6.2.11.5). */
const setWidth = (glyph: Value | undefined, width: number, budget: Budget): void => {
  const stated = statedIn(glyph, budget);
  const stream = resolve(glyph);
  if (stated === undefined || !(stream instanceof Stream) || Math.abs(stated.width - width) < WIDTH_TOLERANCE) return;
  const content = stated.content.replace(WIDTH, String(width));
  setStreamData(stream, deflate(Buffer.from(content, "latin1")), "FlateDecode");
};

/** Whether the glyphs of a Type 3 font have the widths of its dictionary. */
export const hasType3Widths = (font: Dict, strings: Iterable<string>, budget: Budget): boolean =>
  [...codesIn(strings)].every((code) => {
    const stated = statedIn(glyphOf(font, code), budget);
    return stated !== undefined && Math.abs(stated.width - widthOf(font, code)) < WIDTH_TOLERANCE;
  });

/** Whether a Type 3 font has a glyph for each code of strings. */
export const hasType3Glyphs = (font: Dict, strings: Iterable<string>): boolean =>
  [...codesIn(strings)].every(
    (code) => glyphOf(font, code) !== undefined && differencesOf(font).get(code) !== ".notdef",
  );
