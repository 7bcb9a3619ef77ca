import { bytesAt } from "../access.ts";
import { keyText } from "../name-trees.ts";
import { textOfString, textString } from "../strings.ts";
import { elementsIn, isElement, type StructureElement } from "./elements.ts";

/** The form of language tags in PDF/UA (ISO 32000-1, 14.9.2; RFC 3066). */
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z\d]{1,8}){0,20}$/i;

/** A language tag in the form that PDF/UA allows; undefined for a text that is none. */
export const languageTag = (text: string): string | undefined => {
  const tag = text.trim().replaceAll("_", "-");
  return LANGUAGE.test(tag) ? tag : undefined;
};

/** Removes invalid languages from elements, and adds the identifiers that notes need (ISO 14289-1, 7.2 and 7.9). */
export const cleanEntries = (top: StructureElement): void => {
  const ids = new Set<string>();
  let notes = 0;
  for (const { type, dict } of elementsIn(top)) {
    const lang = bytesAt(dict, "Lang");
    const tag = lang && languageTag(textOfString(lang));
    if (tag === undefined) dict.delete("Lang");
    else dict.set("Lang", textString(tag));
    const id = keyText(dict.get("ID"));
    if (id !== undefined && ids.has(id)) dict.delete("ID");
    if (type === "Note" && !dict.has("ID")) dict.set("ID", textString(`platen-note-${++notes}`));
    const kept = keyText(dict.get("ID"));
    if (kept !== undefined) ids.add(kept);
  }
};

const STAYS_EMPTY = new Set(["TD", "TH", "TR", "Table", "Document"]);

/** Removes elements in which nothing is, but not the cells of tables. */
export const removeEmpty = (top: StructureElement): void => {
  const remaining: typeof top.kids = [];
  for (const kid of top.kids) {
    if (isElement(kid)) removeEmpty(kid);
    if (!isElement(kid) || kid.kids.length > 0 || STAYS_EMPTY.has(kid.type)) remaining.push(kid);
  }
  top.kids = remaining;
};
