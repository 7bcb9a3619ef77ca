import { arrayAt, dictOf, nameAt, numbersOf } from "./access.ts";
import type { Budget } from "./budget.ts";
import { type Dict, Name, Ref, type Value } from "./objects.ts";

const INHERITED = ["Resources", "MediaBox", "CropBox", "Rotate"];
const LETTER = [0, 0, 612, 792];

/** A node of the page tree that is being walked: what its kids inherit, and the next of them. */
interface Level {
  node: Dict;
  kids: readonly Value[];
  next: number;
  passed: Dict;
}

/** What the kids of a node inherit. */
const passedOn = (node: Dict, inherited: Dict): Dict => {
  const passed = new Map(inherited);
  for (const key of INHERITED) if (node.has(key)) passed.set(key, node.get(key)!);
  return passed;
};

/**
 * The pages of a document in order, each complete in itself: what it inherits from the page tree is written into it
 * (ISO 32000-2, 7.7.3.4). What the tree names twice is there twice; a node that stands in itself counts as an empty
 * page, as it does to other readers.
 */
export const pagesOf = (catalog: Dict, budget: Budget): Ref[] => {
  const pages: Ref[] = [];
  const seen = new Set<Dict>();
  const leaf = (node: Value, dict: Dict, inherited: Dict): void => {
    const again = seen.has(dict);
    const page = again ? new Map(dict) : dict;
    budget.spendValues(again ? 50 + 4 * page.size : 1);
    seen.add(dict);
    for (const [key, value] of inherited) if (!page.has(key)) page.set(key, value);
    if (numbersOf(page.get("MediaBox"))?.length !== 4) page.set("MediaBox", LETTER);
    page.set("Type", new Name("Page"));
    page.delete("Kids");
    page.delete("Count");
    pages.push(node instanceof Ref && node.value === page ? node : new Ref(page));
  };
  const open: Level[] = [];
  const around = new Set<Dict>();
  const enter = (node: Value, inherited: Dict): void => {
    const dict = dictOf(node);
    if (dict === undefined) return;
    const kids = nameAt(dict, "Type") === "Page" ? undefined : arrayAt(dict, "Kids");
    budget.spendValues(kids === undefined ? 1 : 1 + kids.length);
    if (kids === undefined) leaf(node, dict, inherited);
    else if (around.has(dict)) leaf(null, new Map(), passedOn(dict, inherited));
    else {
      around.add(dict);
      open.push({ node: dict, kids, next: 0, passed: passedOn(dict, inherited) });
    }
  };
  enter(catalog.get("Pages") ?? null, new Map());
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    if (level.next < level.kids.length) enter(level.kids[level.next++]!, level.passed);
    else around.delete(open.pop()!.node);
  }
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
