import { arrayAt, dictAt, get, nameAt, numberAt } from "../../access.ts";
import { hasExtent } from "../../annotation-appearance.ts";
import { type Budget, OverBudget } from "../../budget.ts";
import { readUsage } from "../../compress/read-usage.ts";
import { filtersOf } from "../../filters/decode.ts";
import { type Dict, Name, Stream, type Value } from "../../objects.ts";
import { reachableObjects, valuesIn } from "../../reachable-objects.ts";
import type { Document } from "../../read/open.ts";
import { meaningFault, tagsFault } from "../accessible.ts";
import { objectFault } from "../faults.ts";
import { isAccessible, type PdfaLevel } from "../level.ts";
import { type ContentFacts, hasLargeNumber } from "./content-facts.ts";
import { ALLOWED_FILTERS } from "./dictionaries.ts";
import { fontFault } from "./font-faults.ts";
import { jpxFault } from "./jpx-faults.ts";
import { shareSpotColours } from "./spot-colours.ts";

const NO_APPEARANCE =
  "it has annotations without an appearance that are drawn in one way by no two readers (ISO 19005-2, 6.3.3)";
const NESTING = "a content in it saves more than 28 graphics states (ISO 19005-2, 6.1.13)";
const NUMBERS = "it has numbers that are too large (ISO 19005-2, 6.1.13)";
const SPOTS = "it has spot colours that are not described, or in two ways (ISO 19005-2, 6.2.4.4)";
const FILTER = "it has data in a form that cannot be read (ISO 19005-2, 6.1.7)";
const OVERPRINT = "it prints colours over others in a way that PDF/A forbids (ISO 19005-2, 6.2.4.2)";
const BITS = "it has a picture with another number of bits than pictures have (ISO 19005-2, 6.2.8)";

const BITS_PER_COMPONENT = new Set([1, 2, 4, 8, 16]);

const streamFault = (stream: Stream): string | undefined => {
  const filters = filtersOf(stream);
  if (filters.some(({ name }) => !ALLOWED_FILTERS.has(name))) return FILTER;
  if (nameAt(stream, "Subtype") !== "Image") return undefined;
  const isJpx = filters.some(({ name }) => name === "JPXDecode");
  if (isJpx) return jpxFault(stream);
  const bits = numberAt(stream, "BitsPerComponent");
  if (get(stream, "ImageMask") === true) return bits === undefined || bits === 1 ? undefined : BITS;
  return bits !== undefined && BITS_PER_COMPONENT.has(bits) ? undefined : BITS;
};

const isOverprinting = (dict: Dict): boolean =>
  get(dict, "OPM") === 1 && (get(dict, "OP") === true || get(dict, "op") === true);

/** Whether a value has a colour space for print that a profile defines. References are not followed. */
const hasPrintSpace = (value: Value): boolean => {
  for (const inner of valuesIn(value)) {
    const [family, profile] = Array.isArray(inner) ? inner : [];
    if (family instanceof Name && family.text === "ICCBased" && numberAt(profile, "N") === 4) return true;
  }
  return false;
};

const annotationFault = ({ pages }: Document): string | undefined => {
  for (const annotation of pages.flatMap((page) => arrayAt(page, "Annots") ?? [])) {
    const type = nameAt(annotation, "Subtype");
    if (type === "Popup" || type === "Link" || dictAt(annotation, "AP") !== undefined) continue;
    if (hasExtent(annotation)) return NO_APPEARANCE;
  }
  return undefined;
};

/**
 * The fault that keeps a document from a level of ISO 19005-2, as the end of a sentence with the clause; undefined if none is found.
 * `facts` are those of its contents.
 */
export const archiveFault = (
  document: Document,
  level: PdfaLevel,
  facts: ContentFacts,
  budget: Budget,
): string | undefined => {
  const tags = isAccessible(level) ? tagsFault(document.catalog) : undefined;
  const fault = tags ?? objectFault(document, budget, facts.usesCmyk) ?? annotationFault(document);
  if (fault !== undefined) return fault;
  if (facts.nestsTooDeeply) return NESTING;
  if (facts.hasLargeNumbers) return NUMBERS;
  const objects = reachableObjects([document.catalog, ...document.pages]).map(({ value }) => value);
  const overprints = objects.some((value) => value instanceof Map && isOverprinting(value));
  if (overprints && objects.some(hasPrintSpace)) return OVERPRINT;
  if (objects.some((value) => hasLargeNumber(value))) return NUMBERS;
  if (shareSpotColours(objects, budget)) return SPOTS;
  for (const value of objects) {
    const found = value instanceof Stream ? streamFault(value) : undefined;
    if (found !== undefined) return found;
  }
  const { shownStrings, isComplete } = readUsage(document, budget);
  if (!(isComplete && facts.isComplete))
    throw new OverBudget("The document cannot be read whole to be checked as PDF/A.");
  for (const [font, strings] of shownStrings) {
    const found =
      fontFault(font, strings, budget) ?? (isAccessible(level) ? meaningFault(font, strings, budget) : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
};
