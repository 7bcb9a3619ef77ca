import { Edits } from "../edits.ts";
import { escaped, unescaped } from "../markup.ts";
import type { FormulaCell } from "./formula-cells.ts";
import { withCellReferences } from "./structured-references.ts";
import type { Table } from "./tables.ts";

/** A link's address stands in the formula alone: without it the cell is text. */
const isLink = ({ formula }: FormulaCell): boolean => formula.text.toUpperCase().includes("HYPERLINK(");

/** Numbers of shared formulas some of whose cells have to keep theirs. */
const neededGroups = (cells: readonly FormulaCell[]): Set<string> =>
  new Set(
    cells.flatMap((cell) =>
      cell.formula.shared !== undefined && (cell.value === undefined || isLink(cell)) ? [cell.formula.shared] : [],
    ),
  );

/** An empty text keeps the text to its left from flowing over it, which an empty cell does not. */
const EMPTY_TEXT = '""';

/** Leaves the stored values of these cells, and takes their formulas out: they are printed as they are. */
export const keepValues = (xml: string, cells: readonly FormulaCell[]): string | undefined => {
  const edits = new Edits(xml);
  const needed = neededGroups(cells);
  for (const cell of cells) {
    const { formula, value, prefix } = cell;
    if (value === undefined || isLink(cell) || needed.has(formula.shared ?? "")) continue;
    const isEmpty = cell.type === "str" && value.text === "";
    edits.replace(formula.start, formula.end, isEmpty ? `<${prefix}f>${EMPTY_TEXT}</${prefix}f>` : "");
  }
  return edits.result;
};

/** Where the first cell of a shared formula keeps its value, the others have no formula any more. */
const keptGroups = (cells: readonly FormulaCell[], kept: ReadonlySet<number>): Set<string> =>
  new Set(
    cells.flatMap(({ number, formula }) =>
      formula.shared !== undefined && formula.text !== "" && kept.has(number) ? [formula.shared] : [],
    ),
  );

/**
 * Takes the stored values of these cells out, so that the engine calculates them; but of those whose numbers are in `kept`
 * the formulas.
 */
export const dropValues = (
  xml: string,
  cells: readonly FormulaCell[],
  kept: ReadonlySet<number>,
): string | undefined => {
  const edits = new Edits(xml);
  const groups = keptGroups(cells, kept);
  for (const { number, formula, value } of cells) {
    if (value === undefined) continue;
    const gone = kept.has(number) || groups.has(formula.shared ?? "") ? formula : value;
    edits.replace(gone.start, gone.end);
  }
  return edits.result;
};

/** Whether a stored value says something: programs that calculate nothing store 0, an empty text or nothing. */
export const isTelling = ({ value }: FormulaCell): boolean =>
  value !== undefined && !["", "0"].includes(value.text.trim());

/** Has the formulas of these cells refer to cells where they refer to tables. `sheet` is the name of theirs. */
export const withoutTables = (
  xml: string,
  cells: readonly FormulaCell[],
  tables: readonly Table[],
  sheet: string,
): string | undefined => {
  const edits = new Edits(xml);
  for (const { number, formula } of cells) {
    const at = formula.text.includes("[") ? xml.indexOf(formula.text, formula.start) : -1;
    if (at < 0) continue;
    const changed = withCellReferences(unescaped(formula.text), tables, { sheet, number });
    edits.replace(at, at + formula.text.length, escaped(changed));
  }
  return edits.result;
};
