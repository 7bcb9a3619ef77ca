import { arrayAt, dictAt, dictOf, get, nameAt } from "../access.ts";
import { fieldValue, hasFlag } from "../appearances/field-values.ts";
import type { Budget } from "../budget.ts";
import { type Dict, Name, type Ref, Stream } from "../objects.ts";

/** Work for one annotation, in units of the budget. */
const ANNOTATION_COST = 16;

const OFF = "Off";

const nameOf = (value: unknown): string[] => (value instanceof Name ? [value.text] : []);

/** The looks of a check box or radio button that has one look for all its states; undefined for another annotation. */
const oneLookOf = (annotation: Dict | undefined): Dict | undefined => {
  if (annotation === undefined || nameAt(annotation, "Subtype") !== "Widget") return undefined;
  const looks = dictAt(annotation, "AP");
  if (looks === undefined || !(get(looks, "N") instanceof Stream)) return undefined;
  const [type] = nameOf(fieldValue(annotation, "FT"));
  return type === "Btn" && !hasFlag(annotation, "pushButton") ? looks : undefined;
};

/**
 * Names the one look of check boxes and radio buttons by their states: without a state PDFium draws an empty box instead.
 * Returns whether there were any.
 */
export const nameButtonLooks = (pages: readonly Ref[], budget: Budget): boolean => {
  let isChanged = false;
  for (const page of pages) {
    for (const value of arrayAt(page, "Annots") ?? []) {
      budget.spendValues(ANNOTATION_COST);
      const annotation = dictOf(value);
      const looks = oneLookOf(annotation);
      const look = looks?.get("N");
      if (annotation === undefined || looks === undefined || look === undefined) continue;
      const states = [OFF, ...nameOf(get(annotation, "AS")), ...nameOf(fieldValue(annotation, "V"))];
      annotation.set("AP", new Map(looks).set("N", new Map(states.map((state) => [state, look] as const))));
      if (nameAt(annotation, "AS") === undefined) annotation.set("AS", new Name(OFF));
      isChanged = true;
    }
  }
  return isChanged;
};
