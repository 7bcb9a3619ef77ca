import { dictAt, get, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { unicodeTexts } from "../compress/fonts/code-tables.ts";
import { twoByteCodes } from "../compress/fonts/shown-glyphs.ts";
import { deflate, setStreamData } from "../compress/repack.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, Stream } from "../objects.ts";
import { reachableObjects } from "../reachable-objects.ts";
import { NEWER_TYPES, STANDARD_TYPES } from "../structure-tree/standard-types.ts";

const UNTAGGED = "it has no tags";
const UNKNOWN_TYPE = "its tags have a type that is not of ISO 32000-1";
const WITHOUT_MEANING = "it shows characters that have no meaning in Unicode, such as icons";

/** The types of all elements of a structure tree. Actions have a key /S too, but no parent. */
const typesOf = (root: Dict): Set<string> => {
  const types = new Set<string>();
  for (const { value } of reachableObjects(root)) {
    const type = value instanceof Map && value.has("P") ? nameAt(value, "S") : undefined;
    if (type !== undefined) types.add(type);
  }
  return types;
};

/**
 * Maps each newer type of a structure tree to a standard one. Returns what the tags have against ISO 19005-2, 6.7, as the end of
 * a sentence; undefined if nothing.
 */
export const tagsFault = (catalog: Dict): string | undefined => {
  const root = dictAt(catalog, "StructTreeRoot");
  if (root === undefined || get(dictAt(catalog, "MarkInfo"), "Marked") !== true) return UNTAGGED;
  const roles: Dict = new Map(dictAt(root, "RoleMap"));
  for (const type of typesOf(root)) {
    if (STANDARD_TYPES.has(type) || roles.has(type)) continue;
    const standard = NEWER_TYPES.get(type);
    if (standard === undefined) return UNKNOWN_TYPE;
    roles.set(type, new Name(standard));
  }
  if (roles.size > 0) root.set("RoleMap", roles);
  return undefined;
};

/** A bullet of the font Symbol, as LibreOffice writes it for a code of one byte. */
const SYMBOL_BULLET = /(<[\da-f]{2}>\s*)<f0b7>/gi;

/** Gives the bullets of the font Symbol their character in Unicode. */
const nameBullets = (font: Dict, budget: Budget): void => {
  if (!/Symbol/.test(nameAt(font, "BaseFont") ?? "")) return;
  const stream = get(font, "ToUnicode");
  const map = stream instanceof Stream ? plainData(stream, budget)?.toString("latin1") : undefined;
  if (map === undefined || map.search(SYMBOL_BULLET) < 0) return;
  const named = deflate(Buffer.from(map.replace(SYMBOL_BULLET, "$1<2022>"), "latin1"));
  setStreamData(stream as Stream, named, "FlateDecode");
};

/** Characters without a meaning, and those that PDF/UA does not take either (ISO 14289-1, 7.21.7). */
const MEANINGLESS = /\p{Co}|\0|\ufeff|\ufffe/u;
const FORBIDDEN = /\0|\ufeff|\ufffe/u;

/** Whether a text in hexadecimal UTF-16 has characters, and none of these. */
const hasMeaning = (text: string | undefined, without: RegExp): boolean => {
  if (text === undefined || text === "" || text.length % 4 !== 0) return false;
  return !without.test(Buffer.from(text, "hex").swap16().toString("utf16le"));
};

/**
 * What the strings of a font show against ISO 19005-2, 6.2.11.7, as the end of a sentence: each code has a character, and none
 * of a private use area, unless `takesIcons`.
 */
export const meaningFault = (
  font: Dict,
  shown: ReadonlySet<string>,
  budget: Budget,
  takesIcons = false,
): string | undefined => {
  nameBullets(font, budget);
  const texts = unicodeTexts(font, budget);
  const isComposite = nameAt(font, "Subtype") === "Type0";
  const codes = isComposite
    ? twoByteCodes(shown)
    : new Set([...shown].flatMap((text) => [...Buffer.from(text, "latin1")]));
  const without = takesIcons ? FORBIDDEN : MEANINGLESS;
  return [...codes].every((code) => hasMeaning(texts?.get(code), without)) ? undefined : WITHOUT_MEANING;
};
