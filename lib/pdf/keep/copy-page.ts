import type { Warning } from "../../output/warnings.ts";
import { arrayAt, dictAt, dictOf, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { repeatWidget } from "../form-fields/repeat-widget.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { makeIndirect } from "../pages.ts";

/** Entries by which an annotation refers to others of its page (ISO 32000-2, 12.5). */
const SIBLING_KEYS = ["IRT", "Parent", "Popup"];

/** Work for a page or an annotation that is copied, in units of the budget. */
const COPY_COST = 50;

/** Copies of annotations for a page: they refer to each other and to the page, and belong to no structure element. */
const copyAnnotations = (annotations: readonly Value[], page: Ref, catalog: Dict, budget: Budget): Value[] => {
  const copies = new Map<Value, Ref>();
  for (const annotation of annotations) {
    const dict = dictOf(annotation);
    if (dict === undefined || copies.has(annotation)) continue;
    for (const key of dict.keys()) makeIndirect(dict, key);
    budget.spendValues(COPY_COST + 4 * dict.size);
    const copy = new Map(dict).set("P", page);
    copy.delete("StructParent");
    copies.set(annotation, new Ref(copy));
  }
  for (const [annotation, copy] of copies) {
    const dict = dictOf(copy);
    for (const key of SIBLING_KEYS) {
      const sibling = copies.get(dict?.get(key) ?? null);
      if (sibling !== undefined) dict?.set(key, sibling);
    }
    if (nameAt(dict, "Subtype") === "Widget" && annotation instanceof Ref) {
      repeatWidget(dictAt(catalog, "AcroForm"), annotation, copy, budget);
    }
  }
  return [...copies.values()];
};

/**
 * A page that shows the same as another one, with annotations of its own. Its form fields are those of the original, which
 * are shown once more. It has no tags: a structure element belongs to one page.
 */
export const copyPage = (page: Ref, catalog: Dict, budget: Budget): Ref => {
  const own: Dict = dictOf(page) ?? new Map();
  for (const key of own.keys()) makeIndirect(own, key);
  const dict: Dict = new Map(own);
  budget.spendValues(COPY_COST + 4 * dict.size);
  for (const key of ["StructParents", "B"]) dict.delete(key);
  const copy = new Ref(dict);
  const annotations = arrayAt(page, "Annots");
  if (annotations !== undefined) dict.set("Annots", copyAnnotations(annotations, copy, catalog, budget));
  return copy;
};

/** What a document lacks in which pages were repeated. */
export const copyWarnings = (catalog: Dict): Warning[] =>
  catalog.has("StructTreeRoot")
    ? [{ code: "copy-untagged", message: "Pages that are repeated have their tags only in their first place." }]
    : [];
