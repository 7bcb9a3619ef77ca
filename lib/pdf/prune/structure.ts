import { dictAt, dictOf, resolve } from "../access.ts";
import type { Departed } from "../departed.ts";
import { kidsFirst } from "../kids-first.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { asList, isElement } from "../structure.ts";
import { nameTree, numberTree, readNames, readNumbers } from "../trees.ts";

/** What an element says instead of its content, and so of what has left. */
const SPOKEN = ["ActualText", "Alt", "E"];

/** What becomes of an element: it stays whole, loses some of its content, leaves, or never had any content. */
type Fate = "whole" | "less" | "gone" | "empty";

/** Takes the tags of pages that leave out of the structure tree, with their text (ISO 32000-2, 14.7). */
export const pruneStructure = (catalog: Dict, departed: Departed): void => {
  const root = dictAt(catalog, "StructTreeRoot");
  if (root === undefined) return;
  const alive = new Map<Dict, Fate>();
  const pages = new Map<Dict, Value | undefined>();
  const kidsOf = (element: Dict): Value[] => {
    const kids = asList(element.get("K"));
    for (const kid of kids) {
      const dict = dictOf(kid);
      if (dict !== undefined && !pages.has(dict)) pages.set(dict, dict.get("Pg") ?? pages.get(element));
    }
    return kids;
  };
  const fateOf = (kid: Value, element: Dict): Fate => {
    const value = resolve(kid);
    if (typeof value === "number") return departed.has(pages.get(element)) ? "gone" : "whole";
    if (!(value instanceof Map)) return "gone";
    if (isElement(value)) return alive.get(value) ?? "whole";
    return departed.has(pages.get(value)) || departed.has(value.get("Obj")) ? "gone" : "whole";
  };
  /** Lets an element leave, and the empty ones in it that nothing holds any more. */
  const letGo = (gone: Value): void => {
    const leaving = [gone];
    for (let kid = leaving.pop(); kid !== undefined; kid = leaving.pop()) {
      departed.add(kid);
      const element = dictOf(kid);
      if (element === undefined) continue;
      alive.set(element, "gone");
      for (const below of asList(element.get("K"))) if (alive.get(dictOf(below)!) === "empty") leaving.push(below);
    }
  };
  const elementFate = (element: Dict): Fate => {
    const kids = asList(element.get("K"));
    if (kids.length === 0) return departed.has(pages.get(element)) ? "gone" : "empty";
    const fates = kids.map((kid) => fateOf(kid, element));
    if (fates.every((fate) => fate === "empty")) return "empty";
    if (fates.every((fate) => fate === "gone" || fate === "empty")) return "gone";
    if (departed.has(element.get("Pg"))) element.delete("Pg");
    if (!fates.some((fate) => fate === "gone" || fate === "less")) return "whole";
    const left = kids.filter((_, index) => fates[index] !== "gone");
    element.set("K", left.length === 1 ? left[0]! : left);
    for (const key of SPOKEN) element.delete(key);
    return "less";
  };
  const tops = kidsOf(root);
  for (const node of kidsFirst(tops, kidsOf)) {
    const element = dictOf(node)!;
    if (!isElement(element)) continue;
    const fate = elementFate(element);
    alive.set(element, fate);
    if (fate === "gone") letGo(node);
  }
  const left = tops.filter((kid) => fateOf(kid, root) !== "gone");
  root.set("K", left);
  const stays = (value: Value): boolean => {
    const dict = dictOf(value);
    const fate = dict && alive.get(dict);
    return fate !== undefined && fate !== "gone";
  };
  pruneParents(root, stays);
  const ids = readNames(root.get("IDTree"));
  if (ids.size > 0) root.set("IDTree", new Ref(nameTree(new Map([...ids].filter(([, element]) => stays(element))))));
};

/** Takes elements that leave out of the parent tree, and entries in which nothing is left. */
const pruneParents = (root: Dict, stays: (value: Value) => boolean): void => {
  const parents = readNumbers(root.get("ParentTree"));
  for (const [key, value] of parents) {
    const entry = resolve(value);
    if (Array.isArray(entry)) {
      if (entry.some(stays)) {
        const left = entry.map((element) => (stays(element) ? element : null));
        parents.set(key, left);
      } else parents.delete(key);
    } else if (!stays(value)) parents.delete(key);
  }
  if (parents.size > 0 || root.has("ParentTree")) root.set("ParentTree", new Ref(numberTree(parents)));
};
