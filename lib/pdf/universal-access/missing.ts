import { bytesAt } from "../access.ts";
import type { Dict } from "../objects.ts";
import { textOfString, textString } from "../strings.ts";
import { elementsIn, firstPageOf, isElement, type StructureElement } from "./elements.ts";
import { hasHeads } from "./tables.ts";

/** What a document may lack. */
export type Lack = "picture" | "heads" | "frame" | "language" | "title" | "tags";

/** Something that a document lacks, and its place. */
export interface Missing {
  readonly lack: Lack;
  /** From 1. */
  readonly page?: number | undefined;
  /** A selector of the element of a page. */
  readonly selector?: string | undefined;
}

/** A part of an HTML page that has no name; the parts are in the order of their labels. */
export interface UnnamedPart {
  readonly kind: "picture" | "formula" | "frame";
  readonly selector: string;
  /** The source of a formula, which is its text. */
  readonly text?: string | undefined;
}

/** Facts of an HTML page that its PDF does not hold. */
export interface PageFacts {
  /** The language that the page states. */
  readonly language: string | undefined;
  readonly parts: readonly UnnamedPart[];
}

/** The label in place of a missing name; the number of the part follows it. */
export const UNNAMED_LABEL = "platen-unnamed-part-";

const LABEL = new RegExp(`^${UNNAMED_LABEL}(\\d{1,6})$`);

const textAt = ({ dict }: StructureElement, key: string): string => {
  const bytes = bytesAt(dict, key);
  return bytes === undefined ? "" : textOfString(bytes);
};

/** Removes the label from an element, and returns the part with its number. */
const takeLabel = (
  labelled: StructureElement,
  parts: readonly UnnamedPart[],
): { part: UnnamedPart; at: number } | undefined => {
  const at = Number(LABEL.exec(textAt(labelled, "Alt"))?.[1] ?? Number.NaN);
  const part = parts[at];
  if (Number.isNaN(at) || part === undefined) return undefined;
  labelled.dict.delete("Alt");
  return { part, at };
};

/** Whether a figure only groups others, with their caption, as the element `figure` of HTML does. */
const isGroup = (figure: StructureElement): boolean => figure.kids.some(isElement);

const hasAlternative = (figure: StructureElement): boolean =>
  textAt(figure, "Alt").trim() !== "" || textAt(figure, "ActualText") !== "";

/** The number of a page from 1. */
export type PageNumber = (page: Dict | undefined) => number | undefined;

/** What the figures below an element lack. `found` collects the numbers of the parts that the document has. */
const lackingFigures = (
  top: StructureElement,
  parts: readonly UnnamedPart[],
  numberOf: PageNumber,
  found: Set<number>,
): Missing[] => {
  const missing: Missing[] = [];
  for (const part of elementsIn(top)) {
    const labelled = takeLabel(part, parts);
    if (labelled !== undefined) found.add(labelled.at);
    const { kind, selector, text = "" } = labelled?.part ?? {};
    if (kind === "formula") {
      part.type = "Formula";
      if (text !== "") part.dict.set("Alt", textString(text));
    }
    if ((part.type !== "Figure" && part.type !== "Formula") || hasAlternative(part)) continue;
    const page = firstPageOf(part);
    if (labelled === undefined && isGroup(part)) part.type = "Div";
    else if (page !== undefined) missing.push({ lack: "picture", page: numberOf(page), selector });
  }
  return missing;
};

/**
 * What the pictures and the formulas of a document lack. Formulas get their sources as texts, and figures that only group others
 * become groups.
 */
export const lackingPictures = (
  top: StructureElement,
  parts: readonly UnnamedPart[],
  numberOf: PageNumber,
): Missing[] => {
  const found = new Set<number>();
  const missing = lackingFigures(top, parts, numberOf, found);
  for (const [at, { kind, selector }] of parts.entries()) {
    if (kind === "frame") missing.push({ lack: "frame", selector });
    else if (kind === "picture" && !found.has(at)) missing.push({ lack: "picture", selector });
  }
  return missing;
};

/** The tables of a document that lack header cells. */
export const lackingHeads = (top: StructureElement, numberOf: PageNumber): Missing[] =>
  [...elementsIn(top)]
    .filter((table) => table.type === "Table" && !hasHeads(table))
    .map((table) => ({ lack: "heads", page: numberOf(firstPageOf(table)) }));
