import { numberAfter, readSkiaFile } from "./skia-file.ts";

const PREFIX = "(node";
const ID_DIGITS = 8;
/** The identifier of a structure element, as Skia writes it: `(node00000031)`. */
const ELEMENT_ID = /^\(node(\d{8})\)$/;
const ID_LENGTH = "(node00000000)".length;

const hasElementIds = (pdf: Buffer): boolean => {
  const file = readSkiaFile(pdf);
  if (file === undefined) return false;
  const tree = numberAfter(file.dictionaryOf(file.root), /\/StructTreeRoot (\d+) 0 R/);
  return tree > 0 && file.dictionaryOf(tree).includes("/IDTree");
};

/**
 * Numbers the identifiers of structure elements (ISO 32000-2, 14.7.2), which heads of tables have, from 1 in their order. Chromium
 * numbers all nodes that it has ever made for the page, and their number depends on when a font or a picture arrives. The changes are
 * made in place, and no other byte moves. So the same page always has the same bytes.
 */
export const renumberElements = (pdf: Buffer): Buffer => {
  if (!hasElementIds(pdf)) return pdf;
  const places: { readonly at: number; readonly id: string }[] = [];
  for (let at = pdf.indexOf(PREFIX); at >= 0; at = pdf.indexOf(PREFIX, at + 1)) {
    const id = ELEMENT_ID.exec(pdf.toString("latin1", at, at + ID_LENGTH))?.[1];
    if (id !== undefined) places.push({ at: at + PREFIX.length, id });
  }
  const ids = [...new Set(places.map(({ id }) => id))].sort();
  const numbers = new Map(ids.map((id, index) => [id, String(index + 1).padStart(ID_DIGITS, "0")] as const));
  for (const { at, id } of places) pdf.write(numbers.get(id) ?? id, at, "latin1");
  return pdf;
};
