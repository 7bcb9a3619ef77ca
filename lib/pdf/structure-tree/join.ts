import { arrayAt, asList, bytesAt, dictAt, dictOf, get, resolve } from "../access.ts";
import type { Budget } from "../budget.ts";
import { isEqualValue } from "../equal-values.ts";
import type { MergeSource } from "../merge-source.ts";
import { keyText, nameTree, numberTree, readNameTree, readNumberTree } from "../name-trees.ts";
import { type Dict, Name, Ref, type Value } from "../objects.ts";
import { keyBytes } from "../strings.ts";
import { unusedName } from "../unused-name.ts";

/** The keys of pages, forms and annotations into the parent tree. */
const PARENT_TREE_KEYS = ["StructParents", "StructParent"];

/** Adds `shift` to a document's keys into the parent tree; returns the first unused key after them. */
const shiftParentTreeKeys = (source: MergeSource, shift: number): number => {
  let next = shift;
  source.changeDictionaries(PARENT_TREE_KEYS, (dict) => {
    for (const key of PARENT_TREE_KEYS) {
      const number = resolve(dict.get(key));
      if (typeof number !== "number") continue;
      if (shift > 0) dict.set(key, number + shift);
      next = Math.max(next, number + shift + 1);
    }
  });
  return next;
};

/** Adds a role map or class map. Returns the new names of the entries whose names have another meaning already. */
const joinNamedMap = (joined: Dict, added: Dict | undefined, budget: Budget): Map<string, string> => {
  const renamed = new Map<string, string>();
  for (const [name, value] of added ?? []) {
    const isTaken = (candidate: string) => joined.has(candidate) && !isEqualValue(joined.get(candidate), value, budget);
    const unused = unusedName(name, isTaken, (count) => `${name}_${count}`);
    joined.set(unused, value);
    if (unused !== name) renamed.set(name, unused);
  }
  return renamed;
};

const renameIn = (dict: Dict, key: string, renamed: ReadonlyMap<string, string>, budget: Budget): void => {
  const value = get(dict, key);
  const unused = value instanceof Name ? renamed.get(value.text) : undefined;
  if (unused !== undefined) dict.set(key, new Name(unused));
  if (Array.isArray(value)) {
    budget.spendValues(value.length);
    const names = value.map((entry) => {
      const name = entry instanceof Name ? renamed.get(entry.text) : undefined;
      return name === undefined ? entry : new Name(name);
    });
    dict.set(key, names);
  }
};

/** Adds the IDs of structure elements. An ID that is taken is changed, also in the headers of table cells. */
const joinElementIds = (source: MergeSource, all: Map<string, Value>, own: ReadonlyMap<string, Value>): void => {
  const renamed = new Map<string, string>();
  for (const [id, element] of own) {
    const unused = unusedName(
      id,
      (candidate) => all.has(candidate),
      (count) => `${id}~${count}`,
    );
    all.set(unused, element);
    if (unused !== id) renamed.set(id, unused);
  }
  if (renamed.size === 0) return;
  const follow = (value: Value): Value => {
    const id = resolve(value);
    const unused = id instanceof Uint8Array ? renamed.get(keyText(id) ?? "") : undefined;
    if (unused === undefined) return value;
    source.budget.spendValues(1 + (unused.length >> 4));
    return keyBytes(unused);
  };
  for (const dict of source.dictionariesWith("ID", "Headers")) {
    const id = dict.get("ID");
    if (id !== undefined && bytesAt(dict, "ID") !== undefined && dict.has("S")) dict.set("ID", follow(id));
    const headers = arrayAt(dict, "Headers");
    if (headers === undefined) continue;
    source.budget.spendValues(headers.length);
    dict.set("Headers", headers.map(follow));
  }
};

class JoinedStructure {
  readonly #dict: Dict = new Map([["Type", new Name("StructTreeRoot")]]);
  readonly #root = new Ref(this.#dict);
  readonly #elements: Value[] = [];
  readonly #parentTree = new Map<number, Value>();
  readonly #ids = new Map<string, Value>();
  readonly #roles: Dict = new Map();
  readonly #classes: Dict = new Map();
  readonly #namespaces: Value[] = [];
  /** The first unused key of the parent tree. */
  #nextKey = 0;

  /** Adds a document's tree; its keys into the parent tree, names and IDs change if they are taken. */
  add(source: MergeSource, root: Dict): void {
    const shift = this.#nextKey;
    const parents = readNumberTree(root.get("ParentTree"));
    for (const [key, value] of parents) this.#parentTree.set(key + shift, value);
    const keysEnd = [...parents.keys()].reduce((end, key) => Math.max(end, key + shift + 1), shift);
    for (const element of asList(root.get("K"))) {
      dictOf(element)?.set("P", this.#root);
      this.#elements.push(element);
    }
    this.#addNames(source, root);
    joinElementIds(source, this.#ids, readNameTree(root.get("IDTree")));
    for (const namespace of arrayAt(root, "Namespaces") ?? []) this.#namespaces.push(namespace);
    this.#nextKey = Math.max(keysEnd, shiftParentTreeKeys(source, shift));
  }

  #addNames(source: MergeSource, root: Dict): void {
    const renamedRoles = joinNamedMap(this.#roles, dictAt(root, "RoleMap"), source.budget);
    const renamedClasses = joinNamedMap(this.#classes, dictAt(root, "ClassMap"), source.budget);
    if (renamedRoles.size === 0 && renamedClasses.size === 0) return;
    for (const dict of source.dictionariesWith("S")) {
      if (!dict.has("S") || !dict.has("P")) continue;
      renameIn(dict, "S", renamedRoles, source.budget);
      renameIn(dict, "C", renamedClasses, source.budget);
    }
  }

  finish(): Ref {
    const dict = this.#dict;
    dict.set("K", this.#elements);
    dict.set("ParentTree", new Ref(numberTree(this.#parentTree)));
    dict.set("ParentTreeNextKey", this.#nextKey);
    if (this.#ids.size > 0) dict.set("IDTree", new Ref(nameTree(this.#ids)));
    if (this.#roles.size > 0) dict.set("RoleMap", this.#roles);
    if (this.#classes.size > 0) dict.set("ClassMap", this.#classes);
    if (this.#namespaces.length > 0) dict.set("Namespaces", this.#namespaces);
    return this.#root;
  }
}

const dropParentTreeKeys = (source: MergeSource): void => {
  source.changeDictionaries(PARENT_TREE_KEYS, (dict) => {
    for (const key of PARENT_TREE_KEYS) dict.delete(key);
  });
};

/** Joins the structure trees (ISO 32000-2, 14.7): all elements are kept, with the marked content that belongs to them. */
export const joinStructureTrees = (sources: MergeSource[], catalog: Dict): void => {
  const roots = sources.map((source) => dictAt(source.catalog, "StructTreeRoot"));
  if (roots.every((root) => root === undefined)) return;
  const joined = new JoinedStructure();
  sources.forEach((source, index) => {
    const root = roots[index];
    if (root === undefined) dropParentTreeKeys(source);
    else joined.add(source, root);
  });
  catalog.set("StructTreeRoot", joined.finish());
  const markInfo = dictAt(sources[0]?.catalog, "MarkInfo");
  catalog.set("MarkInfo", new Map<string, Value>([...(markInfo ?? []), ["Marked", true]]));
};
