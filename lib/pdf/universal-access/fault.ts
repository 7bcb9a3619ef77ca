import { arrayAt, bytesAt, dictAt, dictOf, get, nameAt, numberAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { readNumberTree } from "../name-trees.ts";
import type { Dict, Ref } from "../objects.ts";
import type { Document } from "../read/open.ts";
import { ContentChecker } from "./content-faults.ts";
import { readElements } from "./elements.ts";
import { taggedContent, treeFault } from "./tree-faults.ts";

const CATALOG = "it does not say that it is tagged, or how its title is shown (6.2 and 7.1)";
const ANNOTATION = "it has an annotation without a tag or a text (7.18)";
const ORDER = "the annotations of a page are not in the order of its tags (7.18.3)";
const PARENTS = "its tags do not lead back from its content (7.1)";

const HIDDEN = 2;

const catalogFault = (catalog: Dict): string | undefined => {
  const isShown = get(dictAt(catalog, "ViewerPreferences"), "DisplayDocTitle") === true;
  const isMarked = get(dictAt(catalog, "MarkInfo"), "Marked") === true;
  const isSuspect = get(dictAt(catalog, "MarkInfo"), "Suspects") === true;
  return isShown && isMarked && !isSuspect && bytesAt(catalog, "Lang") !== undefined ? undefined : CATALOG;
};

/** The element types by which annotations of these kinds are tagged. */
const TAGS: Readonly<Record<string, string>> = { Link: "Link", Widget: "Form" };

const annotationsFault = (page: Ref, parents: ReadonlyMap<number, unknown>): string | undefined => {
  const annotations = arrayAt(page, "Annots") ?? [];
  if (annotations.length > 0 && nameAt(page, "Tabs") !== "S") return ORDER;
  for (const annotation of annotations) {
    const dict = dictOf(annotation);
    if (dict === undefined || (numberAt(dict, "F") ?? 0) & HIDDEN) continue;
    const type = nameAt(dict, "Subtype") ?? "";
    const parent = parents.get(numberAt(dict, "StructParent") ?? -1) as Ref | undefined;
    const text = bytesAt(dict, type === "Widget" ? "TU" : "Contents");
    if (nameAt(parent, "S") !== (TAGS[type] ?? "Annot") || text === undefined || text.length === 0) return ANNOTATION;
  }
  return undefined;
};

/** Whether the tree of parents leads from each piece of content to an element. */
const leadsBack = (tagged: ReadonlyMap<Dict, ReadonlySet<number>>, parents: ReadonlyMap<number, unknown>): boolean =>
  [...tagged].every(([owner, ids]) => {
    const listed = resolve(parents.get(numberAt(owner, "StructParents") ?? -1) as Ref | undefined);
    return Array.isArray(listed) && [...ids].every((id) => dictOf(listed[id]) !== undefined);
  });

/**
 * What a document that is to claim PDF/UA has against ISO 14289-1 beside its fonts, as the end of a sentence with the clause;
 * undefined if nothing is found.
 */
export const accessFault = ({ catalog, pages }: Document, budget: Budget): string | undefined => {
  const top = readElements(catalog, budget);
  if (top === undefined) return CATALOG;
  const fault = catalogFault(catalog) ?? treeFault(top);
  if (fault !== undefined) return fault;
  const tagged = taggedContent(top);
  if (typeof tagged === "string") return tagged;
  const parents = readNumberTree(dictAt(dictAt(catalog, "StructTreeRoot"), "ParentTree"));
  if (!leadsBack(tagged, parents)) return PARENTS;
  const checker = new ContentChecker(tagged, budget);
  for (const page of pages) {
    const found = annotationsFault(page, parents) ?? checker.pageFault(page);
    if (found !== undefined) return found;
  }
  return undefined;
};
