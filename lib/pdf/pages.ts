import { arrayAt, dictOf, nameAt, numbersOf } from "./access.ts";
import type { Budget } from "./budget.ts";
import { type Dict, Name, Ref, type Value } from "./objects.ts";

const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"];
const LETTER = [0, 0, 612, 792];
const MAX_DEPTH = 500;

/**
 * The pages of a document in order, each complete in itself: what it inherits from the page tree is written into it
 * (ISO 32000-2, 7.7.3.4). A page that the tree names twice becomes two.
 */
export const pagesOf = (catalog: Dict, budget: Budget): Ref[] => {
  const pages: Ref[] = [];
  const seen = new Set<Dict>();
  const walk = (node: Value | undefined, inherited: Dict, depth: number): void => {
    const dict = dictOf(node);
    if (dict === undefined || depth > MAX_DEPTH) return;
    const kids = nameAt(dict, "Type") === "Page" ? undefined : arrayAt(dict, "Kids");
    if (kids === undefined) {
      pages.push(leaf(node, dict, inherited));
      return;
    }
    if (seen.has(dict)) return;
    seen.add(dict);
    const passed = new Map(inherited);
    for (const key of INHERITED) if (dict.has(key)) passed.set(key, dict.get(key)!);
    for (const kid of kids) walk(kid, passed, depth + 1);
  };
  const leaf = (node: Value | undefined, dict: Dict, inherited: Dict): Ref => {
    const again = seen.has(dict);
    const page = again ? new Map(dict) : dict;
    budget.spendValues(again ? 50 + 4 * page.size : 1);
    seen.add(dict);
    for (const [key, value] of inherited) if (!page.has(key)) page.set(key, value);
    if (numbersOf(page.get("MediaBox"))?.length !== 4) page.set("MediaBox", LETTER);
    page.set("Type", new Name("Page"));
    page.delete("Kids");
    page.delete("Count");
    return node instanceof Ref && !again ? node : new Ref(page);
  };
  walk(catalog.get("Pages"), new Map(), 0);
  return pages;
};

/** Makes the pages the document's only ones: one flat node above them. */
export const setPages = (catalog: Dict, pages: Ref[]): void => {
  const tree = new Ref(
    new Map<string, Value>([
      ["Type", new Name("Pages")],
      ["Count", pages.length],
      ["Kids", pages],
    ]),
  );
  for (const page of pages) dictOf(page)!.set("Parent", tree);
  catalog.set("Pages", tree);
};
