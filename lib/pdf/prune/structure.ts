import { dictAt, dictOf, nameAt, resolve } from "../access.ts";
import type { Departed } from "../departed.ts";
import { type Dict, Ref, type Value } from "../objects.ts";
import { asList } from "../structure.ts";
import { nameTree, numberTree, readNames, readNumbers } from "../trees.ts";

const MAX_DEPTH = 300;

/** What an element says instead of its content, and so of what has left. */
const SPOKEN = ["ActualText", "Alt", "E"];

/** What becomes of an element: it stays whole, loses some of its content, leaves, or never had any content. */
type Fate = "whole" | "less" | "gone" | "empty";

/** Takes the tags of pages that leave out of the structure tree, with their text (ISO 32000-2, 14.7). */
export const pruneStructure = (catalog: Dict, departed: Departed): void => {
  const root = dictAt(catalog, "StructTreeRoot");
  if (root === undefined) return;
  const alive = new Map<Dict, Fate>();
  const fateOf = (kid: Value, inheritedPage: Value | undefined, depth: number): Fate => {
    const value = resolve(kid);
    if (typeof value === "number") return departed.has(inheritedPage) ? "gone" : "whole";
    if (!(value instanceof Map) || depth > MAX_DEPTH) return "gone";
    const known = alive.get(value);
    if (known !== undefined) return known;
    const page = value.get("Pg") ?? inheritedPage;
    const type = nameAt(value, "Type");
    if (type === "MCR" || type === "OBJR") {
      return departed.has(page) || departed.has(value.get("Obj")) ? "gone" : "whole";
    }
    alive.set(value, "whole");
    const fate = elementFate(value, page, depth);
    alive.set(value, fate);
    if (fate === "gone") letGo(kid);
    return fate;
  };
  /** Lets an element leave, and the empty ones in it that nothing holds any more. */
  const letGo = (kid: Value): void => {
    departed.add(kid);
    const element = dictOf(kid);
    if (element === undefined) return;
    alive.set(element, "gone");
    for (const below of asList(element.get("K"))) if (alive.get(dictOf(below)!) === "empty") letGo(below);
  };
  const elementFate = (element: Dict, page: Value | undefined, depth: number): Fate => {
    const kids = asList(element.get("K"));
    if (kids.length === 0) return departed.has(page) ? "gone" : "empty";
    const fates = kids.map((kid) => fateOf(kid, page, depth + 1));
    if (fates.every((fate) => fate === "empty")) return "empty";
    if (fates.every((fate) => fate === "gone" || fate === "empty")) return "gone";
    if (departed.has(element.get("Pg"))) element.delete("Pg");
    if (!fates.some((fate) => fate === "gone" || fate === "less")) return "whole";
    const left = kids.filter((_, index) => fates[index] !== "gone");
    element.set("K", left.length === 1 ? left[0]! : left);
    for (const key of SPOKEN) element.delete(key);
    return "less";
  };
  root.set(
    "K",
    asList(root.get("K")).filter((kid) => fateOf(kid, undefined, 0) !== "gone"),
  );
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
