import { arrayAt, dictAt, dictOf, get, nameAt } from "../access.ts";
import { captionOf, pushButtonAppearance } from "../appearances/buttons.ts";
import { FieldFonts } from "../appearances/field-fonts.ts";
import { fieldValue, hasFlag } from "../appearances/field-values.ts";
import { frameOf } from "../appearances/frame.ts";
import type { FormContext } from "../appearances/text-field.ts";
import type { Budget } from "../budget.ts";
import { type Dict, makeDict, Name, type Ref, Stream } from "../objects.ts";
import type { Document } from "../read/open.ts";

/** Work for one annotation, in units of the budget. */
const ANNOTATION_COST = 16;

const OFF = "Off";

const nameOf = (value: unknown): string[] => (value instanceof Name ? [value.text] : []);

/** The looks of a check box or radio button that has one look for all its states; undefined for another annotation. */
const oneLookOf = (annotation: Dict): Dict | undefined => {
  if (nameAt(annotation, "Subtype") !== "Widget") return undefined;
  const looks = dictAt(annotation, "AP");
  if (looks === undefined || !(get(looks, "N") instanceof Stream)) return undefined;
  const [type] = nameOf(fieldValue(annotation, "FT"));
  return type === "Btn" && !hasFlag(annotation, "pushButton") ? looks : undefined;
};

/** Names the one look of a check box or radio button by its states; without a state PDFium draws an empty box. Whether it has one. */
const nameLook = (annotation: Dict): boolean => {
  const looks = oneLookOf(annotation);
  const look = looks?.get("N");
  if (looks === undefined || look === undefined) return false;
  const states = [OFF, ...nameOf(get(annotation, "AS")), ...nameOf(fieldValue(annotation, "V"))];
  annotation.set("AP", new Map(looks).set("N", new Map(states.map((state) => [state, look] as const))));
  if (nameAt(annotation, "AS") === undefined) annotation.set("AS", new Name(OFF));
  return true;
};

/** Whether an annotation is a push button without a look, which PDFium draws without its caption if the font is a composite one. */
const isUndrawnButton = (annotation: Dict): boolean =>
  nameAt(annotation, "Subtype") === "Widget" &&
  get(annotation, "AP") === undefined &&
  get(dictAt(annotation, "MK"), "I") === undefined &&
  nameOf(fieldValue(annotation, "FT"))[0] === "Btn" &&
  hasFlag(annotation, "pushButton");

/** Draws the caption of a push button that has no look. Whether it could. */
const drawCaption = (annotation: Dict, context: FormContext): boolean => {
  const frame = isUndrawnButton(annotation) ? frameOf(annotation) : undefined;
  const caption = frame === undefined ? "" : captionOf(annotation, context.budget);
  if (frame === undefined || caption === "") return false;
  const look = pushButtonAppearance(annotation, frame, caption, context);
  if (look !== undefined) annotation.set("AP", makeDict({ N: look }));
  return look !== undefined;
};

/** Gives buttons the looks that PDFium does not draw by itself. Returns whether any was changed. */
export const completeButtonLooks = (pages: readonly Ref[], budget: Budget, { catalog }: Document): boolean => {
  const form = dictAt(catalog, "AcroForm");
  const context: FormContext = { form, fonts: new FieldFonts(form, budget), budget };
  let isChanged = false;
  for (const page of pages) {
    for (const value of arrayAt(page, "Annots") ?? []) {
      budget.spendValues(ANNOTATION_COST);
      const annotation = dictOf(value);
      if (annotation === undefined) continue;
      if (nameLook(annotation) || drawCaption(annotation, context)) isChanged = true;
    }
  }
  return isChanged;
};
