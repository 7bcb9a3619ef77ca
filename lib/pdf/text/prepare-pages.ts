import { asList, dictAt, dictOf, get, nameAt } from "../access.ts";
import { normalAppearance } from "../annotation-appearance.ts";
import { asksForAppearances } from "../appearances/widget.ts";
import type { Budget } from "../budget.ts";
import type { Dict, Ref } from "../objects.ts";
import { inheritsInFile } from "../pages.ts";
import { completeUnicodeMaps } from "./unicode-maps.ts";

const isFlattened = (annotation: Dict | undefined): boolean => {
  const subtype = nameAt(annotation, "Subtype");
  return subtype !== undefined && subtype !== "Link" && subtype !== "Popup";
};

const flattenedOf = (page: Ref): Dict[] =>
  asList(get(dictOf(page), "Annots")).flatMap((value) => {
    const annotation = dictOf(value);
    return annotation !== undefined && isFlattened(annotation) ? [annotation] : [];
  });

/** Whether an annotation has no appearance to flatten; a button that is off needs none. */
const isUndrawn = (annotation: Dict): boolean =>
  nameAt(annotation, "AS") !== "Off" && normalAppearance(annotation) === undefined;

/**
 * Whether PDFium must load the form of a document before it reads the text of pages: it then makes appearances that are missing, in
 * a time that grows with the square of the number of fields.
 */
export const needsForm = (pages: readonly Ref[], catalog: Dict): boolean =>
  asksForAppearances(dictAt(catalog, "AcroForm")) || pages.some((page) => flattenedOf(page).some(isUndrawn));

/** Whether PDFium loses boxes and resources that a page inherits when it flattens annotations into the page. */
const losesWhatItInherits = (page: Ref): boolean => {
  const dict = dictOf(page);
  if (dict === undefined || !dict.has("Annots") || !inheritsInFile(dict)) return false;
  return flattenedOf(page).length > 0;
};

/**
 * Prepares pages so that PDFium reads their text as it is meant. Returns whether the file must be written: our own writer gives
 * each page what it inherits.
 */
export const preparePages = (pages: readonly Ref[], budget: Budget): boolean =>
  [completeUnicodeMaps(pages, budget), pages.some(losesWhatItInherits)].includes(true);
