import { asList, dictOf, get, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import type { Dict, Ref } from "../objects.ts";
import { inheritsInFile } from "../pages.ts";
import { completeUnicodeMaps } from "./unicode-maps.ts";

const isFlattened = (annotation: Dict | undefined): boolean => {
  const subtype = nameAt(annotation, "Subtype");
  return subtype !== undefined && subtype !== "Link" && subtype !== "Popup";
};

/** Whether PDFium loses boxes and resources that a page inherits when it flattens annotations into the page. */
const losesWhatItInherits = (page: Ref): boolean => {
  const dict = dictOf(page);
  if (dict === undefined || !dict.has("Annots") || !inheritsInFile(dict)) return false;
  return asList(get(dict, "Annots")).some((annotation) => isFlattened(dictOf(annotation)));
};

/**
 * Prepares pages so that PDFium reads their text as it is meant. Returns whether the file must be written: our own writer gives
 * each page what it inherits.
 */
export const preparePages = (pages: readonly Ref[], budget: Budget): boolean =>
  [completeUnicodeMaps(pages, budget), pages.some(losesWhatItInherits)].includes(true);
