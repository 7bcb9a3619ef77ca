import { asList, dictAt, dictOf, nameAt, numberAt, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { nameTree, numberTree, readNameTree, readNumberTree } from "../name-trees.ts";
import { type Dict, Ref, type UnparsedObject, type Value } from "../objects.ts";
import { postOrder, type TreeNode } from "../post-order.ts";
import { isRegular } from "../read/characters.ts";
import type { RemovedObjects } from "../removed-objects.ts";

const LESS_THAN_SIGN = 60;
const SOLIDUS = 47;
const CAPITAL_K = 75;

/** Keys that replace an element's content as text. They may describe removed content. */
const REPLACEMENT_TEXT_KEYS = ["ActualText", "Alt", "E"];

/** The outcome for an element: it is kept whole, loses some of its content, is removed, or had no content. */
type Outcome = "whole" | "reduced" | "removed" | "empty";

/** Identifies an element: its reference, or its dictionary if it is a direct object. */
type ElementKey = Ref | Dict;

const elementKey = (value: Value | undefined): ElementKey | undefined => (value instanceof Ref ? value : dictOf(value));

/** Whether a dictionary is a structure element, not a marked-content or object reference (ISO 32000-2, 14.7.5). */
const isStructureElement = (dict: Dict): boolean => {
  const type = nameAt(dict, "Type");
  return type !== "MCR" && type !== "OBJR";
};

/** Whether an unparsed element contains marked-content identifiers, and no kid that is a dictionary. */
const hasOnlyContentIds = ({ bytes, from, to }: UnparsedObject): boolean => {
  let hasContentId = false;
  for (let at = from + 2; at < to; at++) {
    if (bytes[at] === LESS_THAN_SIGN && bytes[at + 1] === LESS_THAN_SIGN) return false;
    if (bytes[at] === SOLIDUS && bytes[at + 1] === CAPITAL_K && !isRegular(bytes[at + 2])) hasContentId = true;
  }
  return hasContentId;
};

/**
 * The page of an unparsed element that only has content on one page; undefined for another element. Most elements of a
 * document are such leaves, and need not be parsed.
 */
const pageOfPlainLeaf = (kid: Value, parent: Value): Ref | undefined => {
  const unparsed = kid instanceof Ref ? kid.unparsed : undefined;
  if (unparsed?.refs.length !== 2 || !unparsed.refs.some((ref) => ref === parent)) return undefined;
  return hasOnlyContentIds(unparsed) ? unparsed.refs.find((ref) => ref !== parent) : undefined;
};

/**
 * Removes the elements of a structure tree whose content is removed. It is one class, because what happens to an element
 * depends on what has happened to those below it.
 */
class StructurePruner {
  readonly #outcomes = new Map<ElementKey, Outcome>();
  readonly #pages = new Map<Dict, Value | undefined>();
  readonly #removed: RemovedObjects;
  readonly #budget: Budget;

  constructor(removed: RemovedObjects, budget: Budget) {
    this.#removed = removed;
    this.#budget = budget;
  }

  /** The kids of an element that must be visited. Records their pages, and the outcome of the other kids. */
  readonly kidsToVisit = (element: Dict, node: Value): Value[] => {
    const open: Value[] = [];
    const kids = asList(element.get("K"));
    this.#budget.spendValues(kids.length);
    for (const kid of kids) {
      const page = pageOfPlainLeaf(kid, node);
      if (this.#removed.isKeptPage(page)) this.#outcomes.set(kid as Ref, "whole");
      else if (page !== undefined && this.#removed.pages.has(page)) {
        this.#outcomes.set(kid as Ref, "removed");
        this.#removed.add(kid);
      } else if (typeof kid !== "number") {
        const dict = dictOf(kid);
        if (dict !== undefined && !this.#pages.has(dict)) {
          this.#pages.set(dict, dict.get("Pg") ?? this.#pages.get(element));
        }
        if (dict !== undefined && isStructureElement(dict)) open.push(kid);
      }
    }
    return open;
  };

  outcomeOf(kid: Value, element: Dict): Outcome {
    const key = elementKey(kid);
    const known = key && this.#outcomes.get(key);
    if (known !== undefined) return known;
    const value = resolve(kid);
    if (typeof value === "number") return this.#removed.has(this.#pages.get(element)) ? "removed" : "whole";
    if (!(value instanceof Map)) return "removed";
    if (isStructureElement(value)) return "whole";
    return this.#removed.has(this.#pages.get(value)) || this.#removed.has(value.get("Obj")) ? "removed" : "whole";
  }

  /** Decides on an element after all its kids, and removes from it the kids that are removed. */
  prune({ node, dict }: TreeNode): void {
    const outcome = this.#pruneElement(dict);
    this.#outcomes.set(node instanceof Ref ? node : dict, outcome);
    if (outcome === "removed") this.#remove(node);
  }

  /** Whether a value is an element that was visited and is kept. */
  isKept(value: Value): boolean {
    const key = elementKey(value);
    const outcome = key && this.#outcomes.get(key);
    return outcome !== undefined && outcome !== "removed";
  }

  #pruneElement(element: Dict): Outcome {
    const kids = asList(element.get("K"));
    if (kids.length === 0) return this.#removed.has(this.#pages.get(element)) ? "removed" : "empty";
    const outcomes = kids.map((kid) => this.outcomeOf(kid, element));
    if (outcomes.every((outcome) => outcome === "empty")) return "empty";
    if (outcomes.every((outcome) => outcome === "removed" || outcome === "empty")) return "removed";
    if (this.#removed.has(element.get("Pg"))) element.delete("Pg");
    if (!outcomes.some((outcome) => outcome === "removed" || outcome === "reduced")) return "whole";
    const kept = kids.filter((_, index) => outcomes[index] !== "removed");
    const [only, ...others] = kept;
    element.set("K", only !== undefined && others.length === 0 ? only : kept);
    for (const key of REPLACEMENT_TEXT_KEYS) element.delete(key);
    return "reduced";
  }

  /** Removes an element, and the empty elements below it. */
  #remove(element: Value): void {
    const pending = [element];
    for (let kid = pending.pop(); kid !== undefined; kid = pending.pop()) {
      this.#removed.add(kid);
      const key = elementKey(kid);
      if (key === undefined) continue;
      this.#outcomes.set(key, "removed");
      for (const below of asList(dictOf(kid)?.get("K"))) {
        const belowKey = elementKey(below);
        if (belowKey !== undefined && this.#outcomes.get(belowKey) === "empty") pending.push(below);
      }
    }
  }
}

/** Removes the structure elements of removed pages, with their text, from the structure tree (ISO 32000-2, 14.7). */
export const pruneStructureTree = (catalog: Dict, removed: RemovedObjects, budget: Budget): void => {
  const root = dictAt(catalog, "StructTreeRoot");
  if (root === undefined) return;
  const pruner = new StructurePruner(removed, budget);
  const tops = asList(root.get("K"));
  const top = pruner.kidsToVisit(root, catalog.get("StructTreeRoot") ?? root);
  for (const node of postOrder(top, pruner.kidsToVisit)) pruner.prune(node);
  const kept = tops.filter((kid) => pruner.outcomeOf(kid, root) !== "removed");
  root.set("K", kept);
  const isKept = (value: Value): boolean => pruner.isKept(value);
  pruneParentTree(root, isKept, removed, budget);
  const ids = readNameTree(root.get("IDTree"));
  if (ids.size > 0) root.set("IDTree", new Ref(nameTree(new Map([...ids].filter(([, element]) => isKept(element))))));
};

/** The keys of the parent tree that only removed pages have. */
const keysOfRemovedPages = ({ pages, keptPages }: RemovedObjects): number[] => {
  const keysOf = (some: ReadonlySet<Ref>) => [...some].flatMap((page) => numberAt(page, "StructParents") ?? []);
  const kept = new Set(keysOf(keptPages));
  return keysOf(pages).filter((key) => !kept.has(key));
};

/** Removes elements from the parent tree, and entries without elements; those of removed pages need not be read. */
const pruneParentTree = (
  root: Dict,
  isKept: (value: Value) => boolean,
  removed: RemovedObjects,
  budget: Budget,
): void => {
  const parents = readNumberTree(root.get("ParentTree"));
  for (const key of keysOfRemovedPages(removed)) parents.delete(key);
  for (const [key, value] of parents) {
    const entry = resolve(value);
    if (Array.isArray(entry)) {
      budget.spendValues(entry.length);
      if (entry.some(isKept)) {
        const kept = entry.map((element) => (isKept(element) ? element : null));
        parents.set(key, kept);
      } else parents.delete(key);
    } else if (!isKept(value)) parents.delete(key);
  }
  if (parents.size > 0 || root.has("ParentTree")) root.set("ParentTree", new Ref(numberTree(parents)));
};
