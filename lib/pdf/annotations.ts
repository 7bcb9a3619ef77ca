import { dictOf, resolve } from "./access.ts";
import type { Budget } from "./budget.ts";
import { Ref, Stream, type Value } from "./objects.ts";

const DICTIONARY_START = "<".charCodeAt(0);

/** Whether a value is a dictionary; an unparsed one is not parsed for that. */
const isDictionary = (value: Value): boolean => {
  const unparsed = value instanceof Ref ? value.unparsed : undefined;
  if (unparsed !== undefined) return unparsed.bytes[unparsed.from] === DICTIONARY_START;
  return dictOf(value) !== undefined && !(resolve(value) instanceof Stream);
};

/**
 * Removes from pages what is in place of annotations but is none: entries that are no dictionaries, and lists that are
 * no arrays (ISO 32000-2, 7.7.3.3). Readers ignore them, or refuse the page. Pages may share a list.
 */
export const dropInvalidAnnotations = (pages: readonly Ref[], budget: Budget): void => {
  const mended = new Map<Value, Value>();
  for (const page of pages) {
    const dict = dictOf(page);
    if (dict === undefined || !dict.has("Annots")) continue;
    const list = resolve(dict.get("Annots"));
    if (!Array.isArray(list)) {
      dict.delete("Annots");
      continue;
    }
    let kept = mended.get(list);
    if (kept === undefined) {
      budget.spendValues(1 + list.length);
      const valid = list.filter(isDictionary);
      kept = valid.length === list.length ? list : new Ref(valid);
      mended.set(list, kept);
    }
    if (kept !== list) dict.set("Annots", kept);
  }
};
