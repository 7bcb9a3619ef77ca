import { fileBudget } from "./budget.ts";
import { unicodeTexts } from "./compress/fonts/code-tables.ts";
import { makeDict } from "./objects.ts";
import { ParsedPdf } from "./read/file.ts";
import { readIndex } from "./read/xref.ts";

/** A reference to a ToUnicode CMap, in a file whose fonts are not packed into object streams. */
const MAP_REFERENCE = "/ToUnicode ";
const REFERENCE_BYTES = 24;

function* mapNumbers(bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(MAP_REFERENCE); at >= 0; at = bytes.indexOf(MAP_REFERENCE, at)) {
    at += MAP_REFERENCE.length;
    const [, number] = /^(\d{1,8}) 0 R/.exec(bytes.toString("latin1", at, at + REFERENCE_BYTES)) ?? [];
    if (number !== undefined) yield Number(number);
  }
}

/**
 * The characters that the fonts of a PDF say they draw, each once. The fonts of LibreOffice say it for each glyph once: the glyph
 * for missing characters has the first of them.
 */
export const charactersOfFonts = (bytes: Buffer): ReadonlySet<string> => {
  const budget = fileBudget(bytes.length);
  const file = new ParsedPdf(bytes, budget, undefined);
  file.index = readIndex(bytes, 0, file.ref, budget);
  const characters = new Set<string>();
  for (const number of new Set(mapNumbers(bytes))) {
    const texts = unicodeTexts(makeDict({ ToUnicode: file.ref(number) }), budget) ?? new Map<number, string>();
    for (const text of texts.values()) {
      const bytes = Buffer.from(text, "hex");
      if (bytes.length % 2 === 0) for (const character of bytes.swap16().toString("utf16le")) characters.add(character);
    }
  }
  return characters;
};
