import type { Character } from "./characters.ts";

/** Accents that have a place of their own, and the marks that combine with a letter. */
const COMBINING: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "\u00b4": "\u0301",
  "\u02c6": "\u0302",
  "\u02dc": "\u0303",
  "\u00af": "\u0304",
  "\u02d8": "\u0306",
  "\u02d9": "\u0307",
  "\u00a8": "\u0308",
  "\u02da": "\u030a",
  "\u02dd": "\u030b",
  "\u02c7": "\u030c",
  "\u00b8": "\u0327",
  "\u02db": "\u0328",
};
const IS_COMBINING = /^[\u0300-\u036f]$/;
/** The first code of these accents and marks but for the grave accent: most letters are told apart by it alone. */
const FIRST_ACCENT = 0xa8;
const GRAVE_ACCENT = 0x60;
const DOTLESS: Readonly<Record<string, string>> = { "\u0131": "i", "\u0237": "j" };
/** An accent belongs to a letter that is below or above more of its width. */
const OVERLAP_MIN_SHARE = 0.5;

const markOf = ({ text }: Character): string | undefined => {
  const code = text.charCodeAt(0);
  if (code < FIRST_ACCENT && code !== GRAVE_ACCENT) return undefined;
  return IS_COMBINING.test(text) ? text : COMBINING[text];
};

/**
 * The letter that two characters show together if one of them is an accent that is drawn over or under the other, as TeX does it;
 * undefined otherwise.
 */
export const combineAccent = (one: Character, other: Character): Character | undefined => {
  const ofOne = markOf(one);
  const mark = ofOne ?? markOf(other);
  if (mark === undefined || one.run.frame !== other.run.frame) return undefined;
  const [accent, base] = ofOne === undefined ? [other, one] : [one, other];
  const overlap = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const isAbove = Math.abs(one.baseline - other.baseline) < one.run.size;
  if (!isAbove || overlap < OVERLAP_MIN_SHARE * (accent.right - accent.left)) return undefined;
  const text = ((DOTLESS[base.text] ?? base.text) + mark).normalize("NFC");
  return text.length === 1 ? { ...base, text } : undefined;
};
