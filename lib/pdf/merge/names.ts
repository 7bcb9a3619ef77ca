import { dictAt, get } from "../access.ts";
import { renameDestinations } from "../destinations.ts";
import type { Dict, Value } from "../objects.ts";
import { freeName, type Part } from "../part.ts";
import { nameTree, readNames } from "../trees.ts";

/** `a.txt` becomes `a (2).txt`, so that an attachment keeps its kind; any other name gets `~2`. */
const numbered = (category: string, name: string) => (count: number) => {
  if (category !== "EmbeddedFiles") return `${name}~${count}`;
  const utf16 = name.startsWith("\xfe\xff");
  const wide = (text: string) => (utf16 ? [...text].map((char) => `\0${char}`).join("") : text);
  const dot = name.lastIndexOf(wide("."));
  const end = dot > (utf16 ? 2 : 0) ? dot : name.length;
  return `${name.slice(0, end)}${wide(` (${count})`)}${name.slice(end)}`;
};

/** The named objects of a document by category; the old dictionary of destinations counts as its names. */
const categoriesOf = (catalog: Dict): Map<string, Map<string, Value>> => {
  const categories = new Map<string, Map<string, Value>>();
  for (const [category, tree] of dictAt(catalog, "Names") ?? []) categories.set(category, readNames(tree));
  const old = dictAt(catalog, "Dests");
  if (old !== undefined) categories.set("Dests", new Map([...old, ...(categories.get("Dests") ?? [])]));
  return categories;
};

/**
 * Joins the name dictionaries (ISO 32000-2, 7.7.4): destinations, attachments, scripts and the rest. A name that an
 * earlier document has taken is changed, and what links to a changed destination follows.
 */
export const joinNames = (parts: Part[], catalog: Dict): void => {
  const joined = new Map<string, Map<string, Value>>();
  for (const part of parts) {
    for (const [category, names] of categoriesOf(part.catalog)) {
      const all = joined.get(category) ?? new Map<string, Value>();
      joined.set(category, all);
      const renamed = new Map<string, string>();
      for (const [name, value] of names) {
        const free = freeName(name, (candidate) => all.has(candidate), numbered(category, name));
        all.set(free, value);
        if (free !== name) renamed.set(name, free);
      }
      const old = category === "Dests" && get(part.catalog, "Dests") !== undefined;
      if (category === "Dests" && (old || renamed.size > 0)) {
        renameDestinations(part.dictionariesWith("Dest", "GoTo"), renamed);
      }
    }
  }
  const trees = [...joined].filter(([, names]) => names.size > 0);
  if (trees.length > 0) catalog.set("Names", new Map(trees.map(([category, names]) => [category, nameTree(names)])));
  const files = parts.flatMap((part) => {
    const list = get(part.catalog, "AF");
    return Array.isArray(list) ? list : [];
  });
  if (files.length > 0) catalog.set("AF", files);
};
