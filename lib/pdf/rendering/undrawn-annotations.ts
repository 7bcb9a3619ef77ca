import type { Warning } from "../../output/warnings.ts";
import { arrayAt, dictOf, nameAt } from "../access.ts";
import { isHidden, normalAppearance } from "../annotation-appearance.ts";
import type { OpenedPdf } from "../read/open.ts";

/** Annotations (ISO 32000-2, table 171) that PDFium draws only with an appearance of their own. */
const NEEDING_APPEARANCE = new Set(["Line", "Polygon", "PolyLine", "FreeText", "Stamp", "Caret"]);

/** Work for one annotation, in units of the budget. */
const ANNOTATION_COST = 16;

/** A warning for each page that has annotations without an appearance which are not drawn. */
export const undrawnAnnotations = ({ document, budget }: OpenedPdf, positions: readonly number[]): Warning[] => {
  const isUndrawn = (position: number): boolean => {
    const annotations = arrayAt(dictOf(document.pages[position]), "Annots") ?? [];
    return annotations.some((value) => {
      budget.spendValues(ANNOTATION_COST);
      const annotation = dictOf(value);
      if (annotation === undefined || !NEEDING_APPEARANCE.has(nameAt(annotation, "Subtype") ?? "")) return false;
      return !isHidden(annotation) && normalAppearance(annotation) === undefined;
    });
  };
  return [...new Set(positions)].filter(isUndrawn).map((position) => ({
    code: "annotation-left-out",
    message: "Annotations without an appearance were left out.",
    place: `page ${position + 1}`,
  }));
};
