import { arrayAt, dictOf, entriesOf, nameAt, numbersOf } from "./access.ts";
import type { Budget } from "./budget.ts";
import { type Dict, makeDict, Name, Ref, type Value } from "./objects.ts";

const INHERITABLE_KEYS = ["Resources", "MediaBox", "CropBox", "Rotate"];
const LETTER_MEDIA_BOX = [0, 0, 612, 792];

/**
 * A node of the page tree during the walk: the kids that are left, and the attributes that they inherit.
 */
interface OpenNode {
  node: Dict;
  kids: Iterator<Value>;
  attributes: Dict;
}

/** A longer array becomes an indirect object if several pages share it. */
const COPIED_ARRAY_MAX_LENGTH = 8;
/** A longer string becomes an indirect object if several dictionaries share it. */
const COPIED_STRING_MAX_BYTES = 64;

const isLarge = (value: Value | undefined): value is Value => {
  if (Array.isArray(value)) {
    return value.length > COPIED_ARRAY_MAX_LENGTH || value.some((entry) => Array.isArray(entry) || isLarge(entry));
  }
  return value instanceof Map || (value instanceof Uint8Array && value.length > COPIED_STRING_MAX_BYTES);
};

/** A large value as an indirect object, so that dictionaries that share it stay small; another value as it is. */
export const indirectIfLarge = (value: Value): Value => (isLarge(value) ? new Ref(value) : value);

/** Makes a large direct entry of a dictionary an indirect object. */
export const makeIndirect = (dict: Dict, key: string): void => {
  const value = dict.get(key);
  if (value !== undefined) dict.set(key, indirectIfLarge(value));
};

/** The attributes that the kids of a node inherit. */
const inheritedFrom = (node: Dict, inherited: Dict): Dict => {
  for (const key of INHERITABLE_KEYS) makeIndirect(node, key);
  return new Map([...inherited, ...entriesOf(node, INHERITABLE_KEYS)]);
};

/** The pages that had to be given an attribute which they inherit. */
const inheritingPages = new WeakSet<Dict>();

/** Whether a page of an opened document inherits attributes in its file. */
export const inheritsInFile = (page: Dict): boolean => inheritingPages.has(page);

/** Whether a leaf of a damaged page tree is something else, such as a font that pages draw with. */
const isOtherObject = (leaf: Dict): boolean => {
  const type = nameAt(leaf, "Type") ?? "Page";
  return type !== "Page" && type !== "Pages" && !leaf.has("Contents");
};

/**
 * The pages of a document in order. Inherited attributes are written into each page (ISO 32000-2, 7.7.3.4). A page that
 * the tree names twice is copied, and so is another object, which counts as a page; a node that contains itself counts as an empty
 * page, as in other readers.
 */
export const pagesOf = (catalog: Dict, budget: Budget): Ref[] => {
  const pages: Ref[] = [];
  const seen = new Set<Dict>();
  const addPage = (node: Value, dict: Dict, inherited: Dict): void => {
    const isCopied = seen.has(dict) || isOtherObject(dict);
    if (isCopied) for (const key of dict.keys()) makeIndirect(dict, key);
    const page = isCopied ? new Map(dict) : dict;
    budget.spendValues(isCopied ? 50 + 4 * page.size : 1);
    seen.add(dict);
    for (const [key, value] of inherited) {
      if (page.has(key)) continue;
      page.set(key, value);
      inheritingPages.add(page);
    }
    if (numbersOf(page.get("MediaBox"), 4)?.length !== 4) page.set("MediaBox", LETTER_MEDIA_BOX);
    page.set("Type", new Name("Page"));
    page.delete("Kids");
    page.delete("Count");
    pages.push(node instanceof Ref && node.value === page ? node : new Ref(page));
  };
  const open: OpenNode[] = [];
  const ancestors = new Set<Dict>();
  const visit = (node: Value, inherited: Dict): void => {
    const dict = dictOf(node);
    if (dict === undefined) return;
    const kids = nameAt(dict, "Type") === "Page" ? undefined : arrayAt(dict, "Kids");
    budget.spendValues(kids === undefined ? 1 : 1 + kids.length);
    if (kids === undefined) addPage(node, dict, inherited);
    else if (ancestors.has(dict)) addPage(null, new Map(), inheritedFrom(dict, inherited));
    else {
      ancestors.add(dict);
      open.push({ node: dict, kids: kids.values(), attributes: inheritedFrom(dict, inherited) });
    }
  };
  visit(catalog.get("Pages") ?? null, new Map());
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { done, value: kid } = level.kids.next();
    if (done !== true) visit(kid, level.attributes);
    else {
      ancestors.delete(level.node);
      open.pop();
    }
  }
  return pages;
};

/** Replaces the page tree by one node with these pages. */
export const setPages = (catalog: Dict, pages: Ref[]): void => {
  const tree = new Ref(makeDict({ Type: new Name("Pages"), Count: pages.length, Kids: pages }));
  for (const page of pages) dictOf(page)?.set("Parent", tree);
  catalog.set("Pages", tree);
};
