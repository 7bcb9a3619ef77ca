import { arrayAt, dictOf, get, nameAt, numberAt, numbersOf, resolve } from "../access.ts";
import { type Budget, OverBudget } from "../budget.ts";
import { readUsage } from "../compress/read-usage.ts";
import { NAME_MAX_BYTES } from "../destinations/names.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, Ref, Stream, type Value } from "../objects.ts";
import { reachableObjects, valuesIn } from "../reachable-objects.ts";
import type { Document } from "../read/open.ts";
import { FORBIDDEN, MEANINGLESS, meaningFault } from "./accessible.ts";
import { isAllowedProfile } from "./colour-profile.ts";
import { isEmbedded } from "./embedded-font.ts";
import { giveMeanings } from "./glyph-meanings.ts";
import type { Claims } from "./identification.ts";
import { isAccessible } from "./level.ts";
import { showsMissingGlyph } from "./simple-font.ts";

/** The limits of ISO 19005-2, 6.1.13. */
const STRING_MAX_BYTES = 32_767;
const PAGE_SIDE_POINTS = { least: 3, most: 14_400 };

const BOXES = ["MediaBox", "CropBox", "BleedBox", "TrimBox", "ArtBox"];

/** The faults as ends of sentences. */
const LONG_STRING = "a text, a title or an address in it has more than 32,767 bytes (ISO 19005-2, 6.1.13)";
const LONG_NAME = "a name in it has more than 127 bytes (ISO 19005-2, 6.1.13)";
/** The output intent is sRGB. */
const OTHER_COLOURS = "it has colours for print, CMYK (ISO 19005-2, 6.2.4.3)";
const PAGE_SIZE = "a page is smaller than 3 points or larger than 200 inches (ISO 19005-2, 6.1.13)";

const isBeyondLimits = (box: readonly number[]): boolean => {
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const sides = [Math.abs(right - left), Math.abs(top - bottom)];
  return sides.some((side) => side < PAGE_SIDE_POINTS.least || side > PAGE_SIDE_POINTS.most);
};

/** The fault of a value. References are not followed. */
const faultIn = (value: Value, budget: Budget, allowsCmyk: boolean): string | undefined => {
  for (const inner of valuesIn(value)) {
    budget.spendValues(1);
    if (inner instanceof Name && inner.text.length > NAME_MAX_BYTES) return LONG_NAME;
    if (inner instanceof Name && inner.text === "DeviceCMYK" && !allowsCmyk) return OTHER_COLOURS;
    if (inner instanceof Uint8Array && inner.length > STRING_MAX_BYTES) return LONG_STRING;
    if (inner instanceof Map && [...inner.keys()].some(({ length }) => length > NAME_MAX_BYTES)) return LONG_NAME;
    const fault = Array.isArray(inner) ? profileFault(inner, budget) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/**
 * The fault of a page or an object of a document by ISO 19005-2, 6.1.13 and 6.2.4, as the end of a sentence; undefined if there is
 * none. `allowsCmyk` if the output intent is one for print.
 */
export const objectFault = (
  { catalog, info, pages }: Document,
  budget: Budget,
  allowsCmyk = false,
): string | undefined => {
  const boxes = pages.flatMap((page) => BOXES.map((box) => numbersOf(get(page, box), 4)));
  if (boxes.some((box) => box !== undefined && isBeyondLimits(box))) return PAGE_SIZE;
  for (const { value } of reachableObjects([new Ref(catalog), info ?? null])) {
    const fault = faultIn(value, budget, allowsCmyk);
    if (fault !== undefined) return fault;
  }
  return faultIn(info ?? null, budget, allowsCmyk);
};

const OTHER_PROFILE = "a picture in it has a colour profile that PDF/A does not take (ISO 19005-2, 6.2.4.2)";

/** The fault of an array that is an ICCBased colour space (ISO 32000-2, 8.6.5.5); undefined for any other array. */
const profileFault = (array: readonly Value[], budget: Budget): string | undefined => {
  const [family, reference] = array;
  if (!(family instanceof Name) || family.text !== "ICCBased") return undefined;
  const stream = resolve(reference);
  if (!(stream instanceof Stream)) return OTHER_PROFILE;
  const profile = budget.lend(() => plainData(stream, budget));
  return profile !== undefined && isAllowedProfile(profile, numberAt(stream, "N")) ? undefined : OTHER_PROFILE;
};

/** PDF/UA forbids these too, with the same words. */
const MISSING_GLYPH = "it shows characters that none of its fonts has (ISO 19005-2, 6.2.11.8, and ISO 14289-1, 7.21.8)";
const FOREIGN_FONT = "it has a font that is not embedded (ISO 19005-2, 6.2.11.4.1, and ISO 14289-1, 7.21.4.1)";
const OTHER_FONT = "it has a font of a kind that cannot be checked (ISO 19005-2, 6.2.11.1, and ISO 14289-1, 7.21.1)";

/** Whether a string of a composite font, with two bytes for each glyph, shows the glyph 0, which is .notdef. */
const showsNotdef = (shown: string): boolean => {
  for (let at = 0; at < shown.length; at += 2) {
    if (shown.charCodeAt(at) === 0 && shown.charCodeAt(at + 1) === 0) return true;
  }
  return false;
};

const faultOf = (font: Dict, shown: ReadonlySet<string>, budget: Budget): string | undefined => {
  const strings = [...shown];
  if (strings.some(({ length }) => length > STRING_MAX_BYTES)) return LONG_STRING;
  const type = nameAt(font, "Subtype");
  // The glyphs of a Type 3 font are procedures, none of which is .notdef.
  if (type === "Type3") return undefined;
  if (type === "TrueType" || type === "Type1") {
    const isMissing = budget.lend(() => showsMissingGlyph(font, shown, budget));
    return isMissing === undefined ? OTHER_FONT : isMissing ? MISSING_GLYPH : undefined;
  }
  if (type !== "Type0" || nameAt(font, "Encoding") !== "Identity-H") return OTHER_FONT;
  if (!isEmbedded(dictOf(arrayAt(font, "DescendantFonts")?.[0]))) return FOREIGN_FONT;
  return strings.some(showsNotdef) ? MISSING_GLYPH : undefined;
};

/**
 * The fault of the text of a document by ISO 19005-2, 6.1.13 and 6.2.11, and for PDF/UA by ISO 14289-1, 7.21, as the end of a
 * sentence; undefined if there is none. Throws INVALID_REQUEST for a document that cannot be read whole.
 */
export const textFault = (document: Document, { pdfA, isPdfUa }: Claims, budget: Budget): string | undefined => {
  const { shownStrings, isComplete } = readUsage(document, budget);
  if (!isComplete) throw new OverBudget("The document is too complex to be checked.");
  const needsMeaning = pdfA !== undefined && isAccessible(pdfA);
  const forbidden = needsMeaning ? MEANINGLESS : isPdfUa ? FORBIDDEN : undefined;
  if (forbidden !== undefined) giveMeanings(document.pages, shownStrings, forbidden, budget);
  for (const [font, shown] of shownStrings) {
    const fault =
      faultOf(font, shown, budget) ??
      (forbidden === undefined ? undefined : meaningFault(font, shown, budget, forbidden));
    if (fault !== undefined) return fault;
  }
  return undefined;
};
