import { arrayAt, dictAt, get } from "../access.ts";
import { attachmentNameWithNumber } from "../attachments.ts";
import { destinationRenaming } from "../destinations/names.ts";
import type { MergeSource } from "../merge-source.ts";
import { nameTree, readNameTree } from "../name-trees.ts";
import type { Dict, Value } from "../objects.ts";
import { unusedName } from "../unused-name.ts";

const nameWithNumber = (category: string, name: string) => (count: number) =>
  category === "EmbeddedFiles" ? attachmentNameWithNumber(name, count) : `${name}~${count}`;

/**
 * The name trees of a document as maps, by category; the catalog's old dictionary of destinations counts as part of the
 * Dests tree.
 */
const categoriesOf = (catalog: Dict): Map<string, Map<string, Value>> => {
  const categories = new Map<string, Map<string, Value>>();
  for (const [category, tree] of dictAt(catalog, "Names") ?? []) categories.set(category, readNameTree(tree));
  const oldDests = dictAt(catalog, "Dests");
  if (oldDests !== undefined) categories.set("Dests", new Map([...oldDests, ...(categories.get("Dests") ?? [])]));
  return categories;
};

/**
 * Joins the name dictionaries (ISO 32000-2, 7.7.4): destinations, attachments, scripts and others. A name that an
 * earlier document uses is changed, also in links and actions.
 */
export const joinNameDictionaries = (sources: MergeSource[], catalog: Dict): void => {
  const joined = new Map<string, Map<string, Value>>();
  for (const source of sources) {
    for (const [category, names] of categoriesOf(source.catalog)) {
      const joinedNames = joined.get(category) ?? new Map<string, Value>();
      joined.set(category, joinedNames);
      const renamed = new Map<string, string>();
      for (const [name, value] of names) {
        const unused = unusedName(name, (candidate) => joinedNames.has(candidate), nameWithNumber(category, name));
        joinedNames.set(unused, value);
        if (unused !== name) renamed.set(name, unused);
      }
      const hasOldDests = get(source.catalog, "Dests") !== undefined;
      if (category === "Dests" && (hasOldDests || renamed.size > 0)) {
        source.changeDictionaries(["Dest", "GoTo"], destinationRenaming(renamed));
      }
    }
  }
  const trees = [...joined].filter(([, names]) => names.size > 0);
  if (trees.length > 0) catalog.set("Names", new Map(trees.map(([category, names]) => [category, nameTree(names)])));
  const files = sources.flatMap((source) => arrayAt(source.catalog, "AF") ?? []);
  if (files.length > 0) catalog.set("AF", files);
};
