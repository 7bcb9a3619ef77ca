import { nameAt } from "../access.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { readUsage } from "../compress/read-usage.ts";
import type { Dict } from "../objects.ts";
import type { Document } from "../read/open.ts";
import { LONG_STRING, STRING_MAX_BYTES } from "./object-faults.ts";

const MISSING_GLYPH = "it shows characters that none of its fonts has";
const OTHER_FONT = "it has a font of a kind that cannot be checked";

/** The strings of a composite font hold two bytes for each glyph; the glyph 0 is .notdef. */
const showsNotdef = (shown: string): boolean => {
  for (let at = 0; at < shown.length; at += 2) {
    if (shown.charCodeAt(at) === 0 && shown.charCodeAt(at + 1) === 0) return true;
  }
  return false;
};

const faultOf = (font: Dict, shown: ReadonlySet<string>): string | undefined => {
  const strings = [...shown];
  if (strings.some(({ length }) => length > STRING_MAX_BYTES)) return LONG_STRING;
  const type = nameAt(font, "Subtype");
  // The glyphs of a Type 3 font are procedures, none of which is .notdef.
  if (type === "Type3") return undefined;
  if (type !== "Type0" || nameAt(font, "Encoding") !== "Identity-H") return OTHER_FONT;
  return strings.some(showsNotdef) ? MISSING_GLYPH : undefined;
};

/**
 * What the text of a document shows against ISO 19005-2, 6.1.13 and 6.2.11.8, as the end of a sentence; undefined where
 * there is nothing. Throws OverBudget for a document that cannot be read whole.
 */
export const textFault = (document: Document, budget: Budget): string | undefined => {
  const { shownStrings, isComplete } = readUsage(document, budget);
  if (!isComplete) throw new OverBudget("The document is too complex to be checked as PDF/A.");
  for (const [font, shown] of shownStrings) {
    const fault = faultOf(font, shown);
    if (fault !== undefined) return fault;
  }
  return undefined;
};
