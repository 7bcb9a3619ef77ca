import { escapeXml, markupText } from "../markup.ts";
import { Edits } from "../rewriting.ts";
import type { FormulaCell } from "./formula-cells.ts";

/** Whether the formula is a link. Its URL is only in the formula, so the formula has to stay. */
const isLink = ({ formula }: FormulaCell): boolean => formula.text.toUpperCase().includes("HYPERLINK(");

/** The shared formulas that have to stay, because a cell that uses them has no value or is a link. */
const groupsWithFormula = (cells: readonly FormulaCell[]): Set<string> =>
  new Set(
    cells.flatMap((cell) =>
      cell.formula.shared !== undefined && (cell.value === undefined || isLink(cell)) ? [cell.formula.shared] : [],
    ),
  );

/** The formula of an empty text. It keeps the text in the cell before from overflowing, which an empty cell does not. */
const EMPTY_TEXT = '""';

/** Removes the formulas of cells with stored values, so that the values are printed. */
export const keepValues = (xml: string, cells: readonly FormulaCell[]): string | undefined => {
  const edits = new Edits(xml);
  const needed = groupsWithFormula(cells);
  for (const cell of cells) {
    const { formula, value, prefix } = cell;
    if (value === undefined || isLink(cell) || needed.has(formula.shared ?? "")) continue;
    const isEmpty = cell.type === "str" && value.text === "";
    edits.replace(formula.start, formula.end, isEmpty ? `<${prefix}f>${EMPTY_TEXT}</${prefix}f>` : "");
  }
  return edits.result;
};

/** The shared formulas whose defining cell keeps its value, which leaves the other cells without a formula. */
const groupsWithValue = (cells: readonly FormulaCell[], kept: ReadonlySet<number>): Set<string> =>
  new Set(
    cells.flatMap(({ number, formula }) =>
      formula.shared !== undefined && formula.text !== "" && kept.has(number) ? [formula.shared] : [],
    ),
  );

/**
 * Removes the stored values of these cells, so that LibreOffice calculates them. For cells whose numbers are in `kept` it
 * removes the formulas instead.
 */
export const dropValues = (
  xml: string,
  cells: readonly FormulaCell[],
  kept: ReadonlySet<number>,
): string | undefined => {
  const edits = new Edits(xml);
  const groups = groupsWithValue(cells, kept);
  for (const { number, formula, value } of cells) {
    if (value === undefined) continue;
    const removed = kept.has(number) || groups.has(formula.shared ?? "") ? formula : value;
    edits.replace(removed.start, removed.end);
  }
  return edits.result;
};

/** Whether a stored value was calculated: programs that do not calculate store 0, an empty text or nothing. */
export const hasMeaningfulValue = ({ value }: FormulaCell): boolean =>
  value !== undefined && !["", "0"].includes(value.text.trim());

/** Changes the formulas of these cells that pass a test. Throws PROCESSING_FAILED if they grow too much. */
export const withFormulas = (
  xml: string,
  cells: readonly FormulaCell[],
  test: RegExp,
  change: (formula: string, cell: FormulaCell) => string,
): string | undefined => {
  const edits = new Edits(xml);
  for (const cell of cells) {
    const { start, text } = cell.formula;
    const at = test.test(text) ? xml.indexOf(text, start) : -1;
    if (at < 0) continue;
    const changed = escapeXml(change(markupText(text), cell));
    edits.reserve(Math.max(0, changed.length - text.length));
    edits.replace(at, at + text.length, changed);
  }
  return edits.result;
};
