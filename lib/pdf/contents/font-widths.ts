import { arrayAt, dictOf, nameAt, numberAt, numbersOf, resolve } from "../access.ts";
import type { Dict } from "../objects.ts";

/** How far a string moves the pen in a font, in thousandths of its size. */
export interface TextWidth {
  exact: number;
  /** The same for readers that drop the fractions of widths. */
  whole: number;
}

/** The widths of strings in a font; NaN for strings whose codes have none. */
export type TextAdvance = (text: Uint8Array) => TextWidth;

const UNKNOWN_WIDTH: TextWidth = { exact: Number.NaN, whole: Number.NaN };

const CODE_RANGE_LIMIT = 65_536;

/** The widths of a CID font (ISO 32000-2, 9.7.4.3). */
export const cidWidths = (descendant: Dict): Map<number, number> => {
  const widths = new Map<number, number>();
  const list = (arrayAt(descendant, "W") ?? []).map(resolve);
  for (let at = 0; at + 1 < list.length; ) {
    const first = list[at];
    const second = list[at + 1];
    if (typeof first !== "number") break;
    if (Array.isArray(second)) {
      (numbersOf(second) ?? []).forEach((width, index) => {
        widths.set(first + index, width);
      });
      at += 2;
      continue;
    }
    const width = list[at + 2];
    if (typeof second !== "number" || typeof width !== "number" || second - first > CODE_RANGE_LIMIT) break;
    for (let code = first; code <= second; code++) widths.set(code, width);
    at += 3;
  }
  return widths;
};

/** How strings move the pen in a font; undefined for fonts whose codes we do not follow. */
export const advanceOf = (font: Dict): TextAdvance | undefined => {
  const type = nameAt(font, "Subtype");
  if (type === "Type0") {
    const descendant = dictOf(arrayAt(font, "DescendantFonts")?.[0]);
    if (nameAt(font, "Encoding") !== "Identity-H" || descendant === undefined) return undefined;
    const widths = cidWidths(descendant);
    const missing = numberAt(descendant, "DW") ?? 1000;
    return (text) => {
      if (text.length % 2 === 1) return UNKNOWN_WIDTH;
      let [exact, whole] = [0, 0];
      for (let at = 0; at < text.length; at += 2) {
        const width = widths.get(text[at]! * 256 + text[at + 1]!) ?? missing;
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
