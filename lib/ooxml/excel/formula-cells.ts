import { attributesIn, localName, nextTag, type TextRange, type XmlTag } from "../tags.ts";
import { cellNumber, SHEET_COLUMNS_COUNT } from "./address.ts";

/** A cell with a formula (ECMA-376, part 1, 18.3.1.4, 18.3.1.40). */
export interface FormulaCell {
  /** Its number in the sheet, as `cellNumber` counts. */
  readonly number: number;
  /** `n`, `str`, `b`, `e`, `s` and so on. */
  readonly type: string;
  /** The formula's text, and the number of the shared formula that it defines or uses. */
  readonly formula: TextRange & { readonly text: string; readonly shared: string | undefined };
  /** The stored value; undefined if there is none. */
  readonly value: (TextRange & { readonly text: string }) | undefined;
  /** The prefix of its elements, such as `x:`, or none. */
  readonly prefix: string;
}

/** The value of an attribute without a prefix; undefined if the tag does not have it. */
export const cellAttribute = (xml: string, tag: XmlTag, name: string): string | undefined =>
  attributesIn(xml, tag).find((attribute) => attribute.name === name)?.value;

interface TextElement extends TextRange {
  readonly text: string;
  readonly tag: XmlTag;
}

/** The element with this start tag, which holds only text. */
const elementAt = (xml: string, tag: XmlTag): TextElement => {
  if (tag.isEmpty) return { start: tag.start, end: tag.end, text: "", tag };
  const closing = nextTag(xml, tag.end);
  return { start: tag.start, end: closing?.end ?? xml.length, text: xml.slice(tag.end, closing?.start), tag };
};

/** A cell while it is read: its start tag, and its formula and value as far as they have come. */
interface OpenCell {
  readonly tag: XmlTag;
  readonly number: number;
  formula?: TextElement;
  value?: TextElement;
}

const formulaCell = (xml: string, { tag: cell, number, value }: OpenCell, formula: TextElement): FormulaCell => {
  const type = cellAttribute(xml, cell, "t") ?? "n";
  const isStored = value !== undefined && (value.text !== "" || type === "str");
  return {
    number,
    type,
    formula: { ...formula, shared: cellAttribute(xml, formula.tag, "si") },
    value: isStored ? value : undefined,
    prefix: cell.name.slice(0, cell.name.indexOf(":") + 1),
  };
};

export const formulaCells = (xml: string): FormulaCell[] => {
  const cells: FormulaCell[] = [];
  let [row, column] = [-1, -1];
  let cell: OpenCell | undefined;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (name === "row" && !tag.isEnd) {
      row = Number(cellAttribute(xml, tag, "r") ?? row + 2) - 1;
      column = -1;
    } else if (name === "c" && !tag.isEnd) {
      const number = cellNumber(cellAttribute(xml, tag, "r") ?? "");
      column = number === undefined ? column + 1 : number % SHEET_COLUMNS_COUNT;
      cell = { tag, number: row * SHEET_COLUMNS_COUNT + column };
    } else if (cell !== undefined && !tag.isEnd && name === "f") {
      cell.formula = elementAt(xml, tag);
    } else if (cell !== undefined && !tag.isEnd && name === "v") {
      cell.value = elementAt(xml, tag);
    } else if (cell !== undefined && tag.isEnd && name === "c") {
      if (cell.formula !== undefined) cells.push(formulaCell(xml, cell, cell.formula));
      cell = undefined;
    } else if (tag.isEnd && name === "sheetData") break;
  }
  return cells;
};
