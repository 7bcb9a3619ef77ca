import { numberAfter, readSkiaFile } from "./skia-file.ts";

const PREFIX = "(node";
const ID_DIGITS = 8;
/**
 * The identifier of a structure element with what stands before it where Skia writes one: `/ID (node00000031)`, and in the arrays
 * `/Headers`, `/Names` and `/Limits`. Titles and alternative texts have other keys.
 */
const ELEMENT_ID = /(?:\/ID |\[|\) | R )\(node(\d{8})\)$/;
const [BEFORE_LENGTH, ID_LENGTH] = ["/ID ".length, "(node00000000)".length];

/** Whether a printed file has structure elements with identifiers. */
export const hasElementIds = (pdf: Buffer): boolean => {
  const file = readSkiaFile(pdf);
  if (file === undefined) return false;
  const tree = numberAfter(file.dictionaryOf(file.root), /\/StructTreeRoot (\d+) 0 R/);
  return tree > 0 && file.dictionaryOf(tree).includes("/IDTree");
};

/** The identifiers of a file, and the places of their digits. A cell refers to all its heads, so they may be many. */
const identifiersIn = function* (pdf: Buffer): Generator<{ readonly at: number; readonly id: string }> {
  for (let at = pdf.indexOf(PREFIX); at >= 0; at = pdf.indexOf(PREFIX, at + 1)) {
    const text = pdf.toString("latin1", Math.max(0, at - BEFORE_LENGTH), at + ID_LENGTH);
    const id = ELEMENT_ID.exec(text)?.[1];
    if (id !== undefined) yield { at: at + PREFIX.length, id };
  }
};

/**
 * Numbers the identifiers of structure elements (ISO 32000-2, 14.7.2), which heads of tables have, from 1 in their order. Chromium
 * numbers all nodes that it has ever made for the page, and their number depends on when a font or a picture arrives. The changes are
 * made in place, and no other byte moves. So the same page always has the same bytes.
 */
export const renumberElements = (pdf: Buffer): Buffer => {
  if (!hasElementIds(pdf)) return pdf;
  const ids = new Set<string>();
  for (const { id } of identifiersIn(pdf)) ids.add(id);
  const numbers = new Map(
    [...ids].sort().map((id, index) => [id, String(index + 1).padStart(ID_DIGITS, "0")] as const),
  );
  for (const { at, id } of identifiersIn(pdf)) pdf.write(numbers.get(id) ?? id, at, "latin1");
  return pdf;
};
