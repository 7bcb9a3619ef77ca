import { arrayAt, dictOf, resolve } from "./access.ts";
import { type Dict, Name, type Value } from "./objects.ts";
import { keyBytes, latin1Key } from "./strings.ts";

/** The entries of a name or number tree (ISO 32000-2, 7.9.6 and 7.9.7) in order; `list` is the key of its leaves. */
const treeEntries = (tree: Value | undefined, list: "Names" | "Nums"): [Value, Value][] => {
  const pairs: [Value, Value][] = [];
  /** The nodes, and the lists in them: nodes may share a list, which counts once. */
  const seen = new Set<Dict | Value[]>();
  const unseenList = (node: Dict, key: string): Value[] => {
    const found = arrayAt(node, key);
    if (found === undefined || seen.has(found)) return [];
    seen.add(found);
    return found;
  };
  const open: Value[] = tree === undefined ? [] : [tree];
  while (open.length > 0) {
    const node = dictOf(open.pop());
    if (node === undefined || seen.has(node)) continue;
    seen.add(node);
    for (const kid of unseenList(node, "Kids").toReversed()) open.push(kid);
    let key: Value | undefined;
    for (const entry of unseenList(node, list)) {
      if (key !== undefined) pairs.push([key, entry]);
      key = key === undefined ? entry : undefined;
    }
  }
  return pairs;
};

/** The keys of long strings, which many objects may share. */
const longKeys = new WeakMap<Uint8Array, string>();
const LONG_KEY_MIN_BYTES = 256;

const longKeyOf = (bytes: Uint8Array): string => {
  const key = longKeys.get(bytes) ?? latin1Key(bytes);
  longKeys.set(bytes, key);
  return key;
};

/** A string's bytes or a name's text as a map key; undefined for another type. */
export const keyText = (value: Value | undefined): string | undefined => {
  const direct = resolve(value);
  if (direct instanceof Uint8Array) return direct.length < LONG_KEY_MIN_BYTES ? latin1Key(direct) : longKeyOf(direct);
  return direct instanceof Name ? direct.text : undefined;
};

/** A name tree as a map from key to value. */
export const readNameTree = (tree: Value | undefined): Map<string, Value> => {
  const names = new Map<string, Value>();
  for (const [key, value] of treeEntries(tree, "Names")) {
    const text = keyText(key);
    if (text !== undefined) names.set(text, value);
  }
  return names;
};

/** A number tree as a map from number to value. */
export const readNumberTree = (tree: Value | undefined): Map<number, Value> => {
  const numbers = new Map<number, Value>();
  for (const [key, value] of treeEntries(tree, "Nums")) {
    const number = resolve(key);
    if (typeof number === "number") numbers.set(number, value);
  }
  return numbers;
};

/** Builds a name tree of one node, its keys sorted bytewise as readers expect. */
export const nameTree = (names: ReadonlyMap<string, Value>): Dict => {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map([["Names", sorted.flatMap(([key, value]) => [keyBytes(key), value])]]);
};

/** Builds a number tree of one node, in ascending order. */
export const numberTree = (numbers: ReadonlyMap<number, Value>): Dict =>
  new Map([["Nums", [...numbers].sort(([a], [b]) => a - b).flat()]]);
