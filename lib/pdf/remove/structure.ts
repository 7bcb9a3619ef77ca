import { dictAt, dictOf, resolve } from "../access.ts";
import { type Dict, type Raw, Ref, type Value } from "../objects.ts";
import { KIND } from "../read/characters.ts";
import { asList, isElement } from "../structure.ts";
import { nameTree, numberTree, readNames, readNumbers } from "../trees.ts";
import { kidsFirst } from "./kids-first.ts";
import type { Departed } from "./removed.ts";

const LESS = 60;
const SOLIDUS = 47;
const CAPITAL_K = 75;

/** What an element says instead of its content, and so of what has left. */
const SPOKEN = ["ActualText", "Alt", "E"];

/** What becomes of an element: it stays whole, loses some of its content, leaves, or never had any content. */
type Fate = "whole" | "less" | "gone" | "empty";

/** What tells an element: its cell, or itself where it has none. */
type Key = Ref | Dict;

const keyOf = (value: Value | undefined): Key | undefined => (value instanceof Ref ? value : dictOf(value));

/** Whether the text of an element has content of its own, and none that is described by a dictionary. */
const holdsNumbersOnly = ({ bytes, from, to }: Raw): boolean => {
  let holds = false;
  for (let at = from + 2; at < to; at++) {
    if (bytes[at] === LESS && bytes[at + 1] === LESS) return false;
    if (bytes[at] === SOLIDUS && bytes[at + 1] === CAPITAL_K && KIND[bytes[at + 2]!] !== 0) holds = true;
  }
  return holds;
};

/**
 * Whether an element that nobody has looked into is one with content on a page that stays, and with nothing else: most
 * elements of a document are, and need not be read.
 */
const isPlainLeaf = (kid: Value, parent: Value, departed: Departed): boolean => {
  const raw = kid instanceof Ref ? kid.raw : undefined;
  if (raw?.refs.length !== 2 || !raw.refs.some((ref) => departed.staysPage(ref))) return false;
  return raw.refs.some((ref) => ref === parent) && holdsNumbersOnly(raw);
};

/** Finds what becomes of the elements of a structure tree. */
class Fates {
  readonly #fates = new Map<Key, Fate>();
  readonly #pages = new Map<Dict, Value | undefined>();
  readonly #departed: Departed;

  constructor(departed: Departed) {
    this.#departed = departed;
  }

  /** The kids of an element that must be looked into; notes their pages, and the fate of the others. */
  readonly opened = (element: Dict, node: Value): Value[] => {
    const open: Value[] = [];
    for (const kid of asList(element.get("K"))) {
      if (isPlainLeaf(kid, node, this.#departed)) this.#fates.set(kid as Ref, "whole");
      else if (typeof kid !== "number") {
        const dict = dictOf(kid);
        if (dict !== undefined && !this.#pages.has(dict)) {
          this.#pages.set(dict, dict.get("Pg") ?? this.#pages.get(element));
        }
        if (dict !== undefined && isElement(dict)) open.push(kid);
      }
    }
    return open;
  };

  /** What becomes of a kid of an element. */
  of(kid: Value, element: Dict): Fate {
    const key = keyOf(kid);
    const known = key && this.#fates.get(key);
    if (known !== undefined) return known;
    const value = resolve(kid);
    if (typeof value === "number") return this.#departed.has(this.#pages.get(element)) ? "gone" : "whole";
    if (!(value instanceof Map)) return "gone";
    if (isElement(value)) return "whole";
    return this.#departed.has(this.#pages.get(value)) || this.#departed.has(value.get("Obj")) ? "gone" : "whole";
  }

  /** Judges an element whose kids have been judged, and takes out of it what leaves. */
  judge(node: Value): void {
    const fate = this.#elementFate(dictOf(node)!);
    this.#fates.set(keyOf(node)!, fate);
    if (fate === "gone") this.#letGo(node);
  }

  /** Whether a value is an element that was judged and stays. */
  stays(value: Value): boolean {
    const key = keyOf(value);
    const fate = key && this.#fates.get(key);
    return fate !== undefined && fate !== "gone";
  }

  #elementFate(element: Dict): Fate {
    const kids = asList(element.get("K"));
    if (kids.length === 0) return this.#departed.has(this.#pages.get(element)) ? "gone" : "empty";
    const fates = kids.map((kid) => this.of(kid, element));
    if (fates.every((fate) => fate === "empty")) return "empty";
    if (fates.every((fate) => fate === "gone" || fate === "empty")) return "gone";
    if (this.#departed.has(element.get("Pg"))) element.delete("Pg");
    if (!fates.some((fate) => fate === "gone" || fate === "less")) return "whole";
    const left = kids.filter((_, index) => fates[index] !== "gone");
    element.set("K", left.length === 1 ? left[0]! : left);
    for (const key of SPOKEN) element.delete(key);
    return "less";
  }

  /** Lets an element leave, and the empty ones in it that nothing holds any more. */
  #letGo(gone: Value): void {
    const leaving = [gone];
    for (let kid = leaving.pop(); kid !== undefined; kid = leaving.pop()) {
      this.#departed.add(kid);
      const key = keyOf(kid);
      if (key === undefined) continue;
      this.#fates.set(key, "gone");
      for (const below of asList(dictOf(kid)?.get("K"))) {
        if (this.#fates.get(keyOf(below)!) === "empty") leaving.push(below);
      }
    }
  }
}

/** Takes the tags of pages that leave out of the structure tree, with their text (ISO 32000-2, 14.7). */
export const pruneStructure = (catalog: Dict, departed: Departed): void => {
  const root = dictAt(catalog, "StructTreeRoot");
  if (root === undefined) return;
  const fates = new Fates(departed);
  const tops = asList(root.get("K"));
  for (const node of kidsFirst(fates.opened(root, catalog.get("StructTreeRoot")!), fates.opened)) fates.judge(node);
  const left = tops.filter((kid) => fates.of(kid, root) !== "gone");
  root.set("K", left);
  const stays = (value: Value): boolean => fates.stays(value);
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
