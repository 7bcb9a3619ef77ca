import { arrayAt, bytesAt, dictAt, dictOf, get, nameAt, numberAt } from "../access.ts";
import { keyText } from "../name-trees.ts";
import { type Dict, Name, type Ref, type Value } from "../objects.ts";
import { textOfString, textString } from "../strings.ts";
import { element, elementsIn, isContent, isElement, type StructureElement } from "./elements.ts";

const HIDDEN = 2;

/** The element of each annotation that has one. */
const elementsOfAnnotations = (top: StructureElement): Map<Dict, StructureElement> => {
  const elements = new Map<Dict, StructureElement>();
  for (const parent of elementsIn(top)) {
    for (const kid of parent.kids) {
      const dict = isElement(kid) || isContent(kid) ? undefined : dictOf(kid.annotation);
      if (dict !== undefined) elements.set(dict, parent);
    }
  }
  return elements;
};

/** Where a link leads, for people: its address, or that it leads to a place in the document. */
const targetOf = (annotation: Dict): string => {
  const address = keyText(get(dictAt(annotation, "A"), "URI"));
  return address === undefined || address === ""
    ? "Link in this document"
    : textOfString(Buffer.from(address, "latin1"));
};

/** The element `Link` of an annotation, which is in this element; a new one if it is in another element or in none. */
const linkOf = (
  annotation: Value,
  holder: StructureElement | undefined,
  { page, top }: { page: Ref; top: StructureElement },
): StructureElement => {
  if (holder?.type === "Link") return holder;
  const link = element("Link", [{ page, annotation }]);
  if (holder === undefined) top.kids.push(element("P", [link]));
  else holder.kids = holder.kids.map((kid) => ("annotation" in kid && kid.annotation === annotation ? link : kid));
  return link;
};

const DESCRIPTION_LIMIT_CHARACTERS = 500;

/**
 * Describes the links of the pages by their texts, adds an element for each, and sets their tab order to that of the elements
 * (ISO 14289-1, 7.18).
 */
export const describeLinks = (
  pages: readonly Ref[],
  top: StructureElement,
  textOf: (link: StructureElement) => string,
): void => {
  const elements = elementsOfAnnotations(top);
  for (const page of pages) {
    const annotations = arrayAt(page, "Annots") ?? [];
    if (annotations.length > 0) dictOf(page)?.set("Tabs", new Name("S"));
    for (const annotation of annotations) {
      const dict = dictOf(annotation);
      if (dict === undefined || nameAt(dict, "Subtype") !== "Link" || (numberAt(dict, "F") ?? 0) & HIDDEN) continue;
      const link = linkOf(annotation, elements.get(dict), { page, top });
      if ((bytesAt(dict, "Contents")?.length ?? 0) > 0) continue;
      const text = textOf(link) || targetOf(dict);
      dict.set("Contents", textString(text.slice(0, DESCRIPTION_LIMIT_CHARACTERS).toWellFormed()));
    }
  }
};
