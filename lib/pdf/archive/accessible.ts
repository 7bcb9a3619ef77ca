import { dictAt, get, nameAt } from "../access.ts";
import type { Budget } from "../budget.ts";
import { unicodeTexts } from "../compress/fonts/code-tables.ts";
import { twoByteCodes } from "../compress/fonts/shown-glyphs.ts";
import { deflate, setStreamData } from "../compress/repack.ts";
import { plainData } from "../filters/decode.ts";
import { type Dict, Name, Stream } from "../objects.ts";
import { reachableObjects } from "../reachable-objects.ts";
import { NEWER_TYPES, STANDARD_TYPES } from "../structure-tree/standard-types.ts";

const UNTAGGED = "it has no tags (ISO 19005-2, 6.7.2 and 6.7.3)";
const UNKNOWN_TYPE = "its tags have a type that is not of ISO 32000-1 (ISO 19005-2, 6.7.3.4)";
const WITHOUT_MEANING =
  "it shows characters that have no meaning in Unicode, such as icons (ISO 19005-2, 6.2.11.7, and ISO 14289-1, 7.21.7)";

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
 * Maps each newer type of a structure tree to a standard one. Returns the fault of the tags by ISO 19005-2, 6.7, as the end of a
 * sentence; undefined if there is none.
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

/** A bullet of the font Symbol in a ToUnicode CMap, as LibreOffice writes it for a code of one byte. */
const SYMBOL_BULLET = /(<[\da-f]{2}>\s*)<f0b7>/gi;

/** Maps the bullets of the font Symbol to their character in Unicode. */
const nameBullets = (font: Dict, budget: Budget): void => {
  if (!/Symbol/.test(nameAt(font, "BaseFont") ?? "")) return;
  const stream = get(font, "ToUnicode");
  const map = stream instanceof Stream ? plainData(stream, budget)?.toString("latin1") : undefined;
  if (map === undefined || map.search(SYMBOL_BULLET) < 0) return;
  const named = deflate(Buffer.from(map.replace(SYMBOL_BULLET, "$1<2022>"), "latin1"));
  setStreamData(stream as Stream, named, "FlateDecode");
};

/** Characters that PDF/UA forbids (ISO 14289-1, 7.21.7). */
export const FORBIDDEN = /\0|\ufeff|\ufffe/u;

/** Characters that PDF/A forbids: also those of private use areas. */
export const MEANINGLESS = /\p{Co}|\0|\ufeff|\ufffe/u;

/** Whether a text in hexadecimal UTF-16 has characters, and no forbidden ones. */
export const hasMeaning = (text: string | undefined, forbidden: RegExp): boolean => {
  if (text === undefined || text === "" || text.length % 4 !== 0) return false;
  return !forbidden.test(Buffer.from(text, "hex").swap16().toString("utf16le"));
};

/** The codes in a font's strings that have no text in Unicode, or one with forbidden characters. */
export const codesWithoutMeaning = (
  font: Dict,
  shown: ReadonlySet<string>,
  budget: Budget,
  forbidden: RegExp,
): Set<number> => {
  nameBullets(font, budget);
  const texts = unicodeTexts(font, budget);
  const isComposite = nameAt(font, "Subtype") === "Type0";
  const codes = isComposite
    ? twoByteCodes(shown)
    : new Set([...shown].flatMap((text) => [...Buffer.from(text, "latin1")]));
  return new Set([...codes].filter((code) => !hasMeaning(texts?.get(code), forbidden)));
};

/**
 * The fault of a font's strings by ISO 19005-2, 6.2.11.7, as the end of a sentence: each code needs a character, which is none of the
 * forbidden ones.
 */
export const meaningFault = (
  font: Dict,
  shown: ReadonlySet<string>,
  budget: Budget,
  forbidden = MEANINGLESS,
): string | undefined => (codesWithoutMeaning(font, shown, budget, forbidden).size > 0 ? WITHOUT_MEANING : undefined);
