import { arrayAt, bytesAt, dictAt, dictOf, get, nameAt, resolve } from "./access.ts";
import { equal } from "./equal.ts";
import { type Dict, Name, Ref, type Value } from "./objects.ts";
import { freeName, type Part } from "./part.ts";
import { keyBytes, keyOf } from "./strings.ts";
import { nameTree, numberTree, readNames, readNumbers } from "./trees.ts";

/** Keys by which pages, forms and annotations find their entry in the parent tree. */
const PARENT_KEYS = ["StructParents", "StructParent"];

/** A value as a list: an array's entries, or the one value. */
export const asList = (value: Value | undefined): Value[] => {
  const direct = resolve(value);
  if (Array.isArray(direct)) return direct;
  return direct === undefined ? [] : [value!];
};

/** Moves the keys into the parent tree; gives the first key that is free behind them. */
const shiftParents = (part: Part, shift: number): number => {
  let next = shift;
  for (const dict of part.dictionariesWith(...PARENT_KEYS)) {
    for (const key of PARENT_KEYS) {
      const number = get(dict, key);
      if (typeof number !== "number") continue;
      dict.set(key, number + shift);
      next = Math.max(next, number + shift + 1);
    }
  }
  return next;
};

/** Adds a map of roles or classes; tells which names had to change because they mean something else already. */
const joinMap = (all: Dict, own: Dict | undefined): Map<string, string> => {
  const renamed = new Map<string, string>();
  for (const [name, value] of own ?? []) {
    const taken = (candidate: string) => all.has(candidate) && !equal(all.get(candidate), value);
    const free = freeName(name, taken, (count) => `${name}_${count}`);
    all.set(free, value);
    if (free !== name) renamed.set(name, free);
  }
  return renamed;
};

const renameIn = (dict: Dict, key: string, renamed: ReadonlyMap<string, string>): void => {
  const value = get(dict, key);
  const free = value instanceof Name ? renamed.get(value.text) : undefined;
  if (free !== undefined) dict.set(key, new Name(free));
  if (Array.isArray(value)) {
    const names = value.map((entry) => {
      const name = entry instanceof Name ? renamed.get(entry.text) : undefined;
      return name === undefined ? entry : new Name(name);
    });
    dict.set(key, names);
  }
};

/** Adds the elements' identifiers; the ones that are taken change, and table cells that name them follow. */
const joinIds = (part: Part, all: Map<string, Value>, own: ReadonlyMap<string, Value>): void => {
  const renamed = new Map<string, string>();
  for (const [id, element] of own) {
    const free = freeName(
      id,
      (candidate) => all.has(candidate),
      (count) => `${id}~${count}`,
    );
    all.set(free, element);
    if (free !== id) renamed.set(id, free);
  }
  if (renamed.size === 0) return;
  const follow = (value: Value): Value => {
    const id = resolve(value);
    const free = id instanceof Uint8Array ? renamed.get(keyOf(id)) : undefined;
    return free === undefined ? value : keyBytes(free);
  };
  for (const dict of part.dictionariesWith("ID", "Headers")) {
    if (bytesAt(dict, "ID") !== undefined && dict.has("S")) dict.set("ID", follow(dict.get("ID")!));
    const headers = arrayAt(dict, "Headers");
    if (headers !== undefined) dict.set("Headers", headers.map(follow));
  }
};

/** Joins the structure trees (ISO 32000-2, 14.7): every tag stays, and marked content still finds its own. */
export const joinStructure = (parts: Part[], catalog: Dict): void => {
  const roots = parts.map((part) => dictAt(part.catalog, "StructTreeRoot"));
  if (roots.every((root) => root === undefined)) return;
  const tree: Dict = new Map([["Type", new Name("StructTreeRoot")]]);
  const cell = new Ref(tree);
  const elements: Value[] = [];
  const parents = new Map<number, Value>();
  const ids = new Map<string, Value>();
  const roles: Dict = new Map();
  const classes: Dict = new Map();
  const namespaces: Value[] = [];
  let shift = 0;
  parts.forEach((part, index) => {
    const root = roots[index];
    if (root === undefined) {
      for (const dict of part.dictionariesWith(...PARENT_KEYS)) for (const key of PARENT_KEYS) dict.delete(key);
      return;
    }
    const own = readNumbers(root.get("ParentTree"));
    for (const [key, value] of own) parents.set(key + shift, value);
    const behind = [...own.keys()].reduce((most, key) => Math.max(most, key + shift + 1), shift);
    for (const element of asList(root.get("K"))) {
      dictOf(element)?.set("P", cell);
      elements.push(element);
    }
    const renamedRoles = joinMap(roles, dictAt(root, "RoleMap"));
    const renamedClasses = joinMap(classes, dictAt(root, "ClassMap"));
    if (renamedRoles.size > 0 || renamedClasses.size > 0) {
      for (const dict of part.dictionariesWith("S")) {
        if (!dict.has("S") || !dict.has("P")) continue;
        renameIn(dict, "S", renamedRoles);
        renameIn(dict, "C", renamedClasses);
      }
    }
    joinIds(part, ids, readNames(root.get("IDTree")));
    namespaces.push(...(arrayAt(root, "Namespaces") ?? []));
    shift = Math.max(behind, shiftParents(part, shift));
  });
  tree.set("K", elements);
  tree.set("ParentTree", new Ref(numberTree(parents)));
  tree.set("ParentTreeNextKey", shift);
  if (ids.size > 0) tree.set("IDTree", new Ref(nameTree(ids)));
  if (roles.size > 0) tree.set("RoleMap", roles);
  if (classes.size > 0) tree.set("ClassMap", classes);
  if (namespaces.length > 0) tree.set("Namespaces", namespaces);
  catalog.set("StructTreeRoot", cell);
  const marks = dictAt(parts[0]!.catalog, "MarkInfo");
  catalog.set("MarkInfo", new Map<string, Value>([...(marks ?? []), ["Marked", true]]));
};

/** Whether a dictionary is a structure element, as opposed to a reference to content. */
export const isElement = (dict: Dict): boolean => {
  const type = nameAt(dict, "Type");
  return type !== "MCR" && type !== "OBJR";
};
