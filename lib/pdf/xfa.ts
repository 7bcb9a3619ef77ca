import { arrayAt, dictAt, dictOf, get, nameAt, numberAt, numbersOf, resolve } from "./access.ts";
import type { Budget } from "./budget.ts";
import { plainData } from "./filters/decode.ts";
import { type Dict, type Ref, Stream, type Value } from "./objects.ts";

/** Thrown for a form of which the PDF holds nothing but the program that draws it: its only page asks to wait. */
export class DynamicForm extends Error {
  override readonly name = "DynamicForm";
}

const ELEMENT = "<dynamicRender";

/** Whether the form's configuration asks that all pages be drawn by the reader (XFA specification 3.3, `dynamicRender`). */
const asksForRendering = (form: Dict | undefined, budget: Budget): boolean => {
  const xfa = get(form, "XFA");
  for (const part of (Array.isArray(xfa) ? xfa : [xfa]).map((entry) => resolve(entry))) {
    if (!(part instanceof Stream)) continue;
    const found = budget.lend(() => {
      const data = plainData(part, budget);
      const at = data?.indexOf(ELEMENT, 0, "latin1") ?? -1;
      return (
        at >= 0 && /^\s{0,40}>\s{0,40}required\s{0,40}</.test(data!.toString("latin1", at + ELEMENT.length, at + 160))
      );
    });
    if (found) return true;
  }
  return false;
};

/** Annotation flags (ISO 32000-2, table 167): invisible, hidden, not to be viewed. */
const UNSEEN_FLAGS = 1 | 2 | 32;

/** Whether an annotation is a field that somebody sees. A signature's says nothing: it stands on pages of any kind. */
const isShownField = (annotation: Value): boolean => {
  if (nameAt(annotation, "Subtype") !== "Widget" || nameAt(annotation, "FT") === "Sig") return false;
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(dictOf(annotation)?.get("Rect")) ?? [];
  const unseen = ((numberAt(annotation, "F") ?? 0) & UNSEEN_FLAGS) !== 0;
  return !unseen && left !== right && bottom !== top && dictAt(annotation, "AP") !== undefined;
};

const hasField = (page: Ref): boolean => (arrayAt(page, "Annots") ?? []).some(isShownField);

/**
 * Throws DynamicForm where the pages are no form but stand for one that an XFA reader would draw (ISO 32000-1, 12.7.8):
 * none of them shows a field, and the form asks to be rendered.
 */
export const refuseDynamicForm = (catalog: Dict, pages: readonly Ref[], budget: Budget): void => {
  const form = dictAt(catalog, "AcroForm");
  if (get(form, "XFA") === undefined || pages.some(hasField)) return;
  if (get(catalog, "NeedsRendering") !== true && !asksForRendering(form, budget)) return;
  throw new DynamicForm("The PDF holds a dynamic XFA form and no pages of it: print it to a PDF in Acrobat first.");
};

/** Takes out the XFA of a form: it describes the whole form as it was. Tells whether there was one. */
export const dropXfa = (catalog: Dict): boolean => {
  const form = dictAt(catalog, "AcroForm");
  if (get(form, "XFA") === undefined) return false;
  form!.delete("XFA");
  catalog.delete("NeedsRendering");
  return true;
};
