import type { SaxonNode } from "saxonjs-he";

const XSLT_NAMESPACE = "http://www.w3.org/1999/XSL/Transform";
const CODEPOINT_COLLATION = "http://www.w3.org/2005/xpath-functions/collation/codepoint";

/** The attributes that choose a collation (XSLT 3.0, "Sorting Using Collations"), which may be shadow attributes. */
const CHOICES = ["collation", "lang", "case-order"].flatMap((name) => [name, `_${name}`]);

const isSort = ({ namespaceURI, localName }: SaxonNode): boolean =>
  namespaceURI === XSLT_NAMESPACE && (localName === "sort" || localName === "merge-key");

/** What names the collation for all texts of an element that choose none. */
const DEFAULT_COLLATION = "default-collation";

/**
 * Lets a stylesheet sort texts by their code points where it chooses no collation, as Saxon and the processors of XSLT 1.0 do.
 * SaxonJS would sort them as English.
 */
export const sortByCodePoints = (document: SaxonNode, text: string): void => {
  if (text.includes(DEFAULT_COLLATION)) return;
  const open: SaxonNode[] = [document];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (let child = node.firstChild; child !== null; child = child.nextSibling) open.push(child);
    if (isSort(node) && !CHOICES.some((name) => node.getAttributeNode(name) != null))
      node.setAttribute("collation", CODEPOINT_COLLATION);
  }
};
