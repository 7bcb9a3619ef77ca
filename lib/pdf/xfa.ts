import { ServiceError } from "../errors/service-error.ts";
import { arrayAt, asList, dictAt, dictOf, get, nameAt, numberAt, numbersOf, resolve } from "./access.ts";
import type { Budget } from "./budget.ts";
import { plainData } from "./filters/decode.ts";
import { type Dict, type Ref, Stream, type Value } from "./objects.ts";

const DYNAMIC_RENDER_TAG = "<dynamicRender";

/**
 * Whether the form's configuration requires that the reader draws the pages (XFA specification 3.3, `dynamicRender`).
 */
const requiresDynamicRendering = (form: Dict | undefined, budget: Budget): boolean => {
  const xfa = get(form, "XFA");
  for (const part of asList(xfa).map(resolve)) {
    if (!(part instanceof Stream)) continue;
    const found = budget.lend(() => {
      const data = plainData(part, budget);
      const at = data?.indexOf(DYNAMIC_RENDER_TAG, 0, "latin1") ?? -1;
      const rest = data?.toString("latin1", at + DYNAMIC_RENDER_TAG.length, at + 160) ?? "";
      return at >= 0 && /^\s{0,40}>\s{0,40}required\s{0,40}</.test(rest);
    });
    if (found) return true;
  }
  return false;
};

/** Annotation flags (ISO 32000-2, table 167): Invisible, Hidden, NoView. */
const HIDDEN_FLAGS = 1 | 2 | 32;

/** Whether an annotation is a visible form field. Signature fields do not count, because pages of any kind have them. */
const isVisibleField = (annotation: Value): boolean => {
  if (nameAt(annotation, "Subtype") !== "Widget" || nameAt(annotation, "FT") === "Sig") return false;
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(dictOf(annotation)?.get("Rect"), 4) ?? [];
  const unseen = ((numberAt(annotation, "F") ?? 0) & HIDDEN_FLAGS) !== 0;
  return !unseen && left !== right && bottom !== top && dictAt(annotation, "AP") !== undefined;
};

/** Whether one of the pages shows a field. Pages may share their list of annotations. */
const haveVisibleField = (pages: readonly Ref[]): boolean => {
  const lists = new Set(pages.map((page) => arrayAt(page, "Annots")));
  return [...lists].some((annotations) => annotations?.some(isVisibleField) === true);
};

/**
 * Throws INVALID_REQUEST for a file whose pages are only a placeholder for an XFA form (ISO 32000-1, 12.7.8): no page shows
 * a field, and the form requires dynamic rendering.
 */
export const refuseDynamicForm = (catalog: Dict, pages: readonly Ref[], budget: Budget): void => {
  const form = dictAt(catalog, "AcroForm");
  if (get(form, "XFA") === undefined || haveVisibleField(pages)) return;
  if (get(catalog, "NeedsRendering") !== true && !requiresDynamicRendering(form, budget)) return;
  throw new ServiceError(
    "INVALID_REQUEST",
    "The PDF is a dynamic XFA form without pages: print it to a PDF in Acrobat first.",
    { reason: "document-unsupported" },
  );
};

/** Removes the XFA of a form, which describes the whole original form. Returns whether there was one. */
export const dropXfa = (catalog: Dict): boolean => {
  const form = dictAt(catalog, "AcroForm");
  if (get(form, "XFA") === undefined) return false;
  form?.delete("XFA");
  catalog.delete("NeedsRendering");
  return true;
};
