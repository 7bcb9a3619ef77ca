import { arrayAt, dictOf, nameAt, numberAt, numbersOf, resolve } from "../access.ts";
import type { Dict } from "../objects.ts";

/** The width of a string in thousandths of the font size. */
interface TextWidth {
  exact: number;
  /** The same for readers that truncate widths to whole numbers. */
  whole: number;
}

/** Returns the width of a string in a font; NaN if a code has no width. */
export type TextAdvance = (text: Uint8Array) => TextWidth;

const UNKNOWN_WIDTH: TextWidth = { exact: Number.NaN, whole: Number.NaN };

/** CIDs have two bytes. */
const CID_LIMIT = 65_536;
/** Widths that a list may set: each CID several times. */
const WIDTHS_LIMIT = 1_000_000;

/** The widths of a CID font's CIDs (ISO 32000-2, 9.7.4.3). */
export const cidWidths = (descendant: Dict): Map<number, number> => {
  const widths = new Map<number, number>();
  const list = (arrayAt(descendant, "W") ?? []).map(resolve);
  let left = WIDTHS_LIMIT;
  const set = (cid: number, width: number): void => {
    left--;
    if (cid >= 0 && cid < CID_LIMIT) widths.set(cid, width);
  };
  for (let at = 0; at + 1 < list.length && left > 0; ) {
    const first = list[at];
    const second = list[at + 1];
    if (typeof first !== "number") break;
    if (Array.isArray(second)) {
      (numbersOf(second) ?? []).forEach((width, index) => {
        set(first + index, width);
      });
      at += 2;
      continue;
    }
    const width = list[at + 2];
    if (typeof second !== "number" || typeof width !== "number" || second - first > CID_LIMIT) break;
    for (let cid = first; cid <= second; cid++) set(cid, width);
    at += 3;
  }
  return widths;
};

/** A function for the widths of strings in a font; undefined for a font whose codes are not interpreted. */
export const advanceOf = (font: Dict): TextAdvance | undefined => {
  const type = nameAt(font, "Subtype");
  if (type === "Type0") {
    const descendant = dictOf(arrayAt(font, "DescendantFonts")?.[0]);
    if (nameAt(font, "Encoding") !== "Identity-H" || descendant === undefined) return undefined;
    const widths = cidWidths(descendant);
    const missing = numberAt(descendant, "DW") ?? 1000;
    return (text) => {
      if (text.length % 2 === 1) return UNKNOWN_WIDTH;
      let [exact, whole, high] = [0, 0, -1];
      for (const byte of text) {
        const width = high < 0 ? 0 : (widths.get(high * 256 + byte) ?? missing);
        high = high < 0 ? byte : -1;
        exact += width;
        whole += Math.trunc(width);
      }
      return { exact, whole };
    };
  }
  const widths = numbersOf(font.get("Widths"));
  const first = numberAt(font, "FirstChar");
  if ((type !== "TrueType" && type !== "Type1") || widths === undefined || first === undefined) return undefined;
  return (text) => {
    let [exact, whole] = [0, 0];
    for (const code of text) {
      const width = widths[code - first] ?? Number.NaN;
      exact += width;
      whole += Math.trunc(width);
    }
    return { exact, whole };
  };
};
