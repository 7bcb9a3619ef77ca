import { nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { unicodeMap, unicodeTexts } from "../../compress/fonts/code-tables.ts";
import { type Dict, Ref } from "../../objects.ts";
import { codesWithoutMeaning, MEANINGLESS } from "../accessible.ts";
import { meaningOf } from "./simple-encoding.ts";

const SIMPLE_TYPES = new Set(["TrueType", "Type1", "MMType1"]);
/** The fonts of the standard 14 that have StandardEncoding if they name none (ISO 32000-2, annex D). */
const STANDARD_LATIN = /^(?:Helvetica|Times|Courier)/;

const hexadecimalOf = (character: number): string =>
  Buffer.from(String.fromCodePoint(character), "utf16le").swap16().toString("hex");

/**
 * Gives the codes of simple fonts without a text in Unicode the characters that their encoding names (ISO 19005-2, 6.2.11.7.2): Word
 * writes no ToUnicode CMap for fonts in WinAnsiEncoding.
 */
export const giveEncodedMeanings = (shownStrings: ReadonlyMap<Dict, ReadonlySet<string>>, budget: Budget): void => {
  for (const [font, shown] of shownStrings) {
    if (!SIMPLE_TYPES.has(nameAt(font, "Subtype") ?? "")) continue;
    const texts = new Map(unicodeTexts(font, budget));
    const implicit = STANDARD_LATIN.test(nameAt(font, "BaseFont") ?? "") ? "StandardEncoding" : undefined;
    let isChanged = false;
    for (const code of codesWithoutMeaning(font, shown, budget, MEANINGLESS)) {
      const { character } = meaningOf(font, code, implicit);
      if (character === undefined) continue;
      texts.set(code, hexadecimalOf(character));
      isChanged = true;
    }
    if (isChanged) font.set("ToUnicode", new Ref(unicodeMap([...texts], 1)));
  }
};
