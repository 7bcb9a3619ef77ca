import type { Warning } from "../../workers/warnings.ts";
import type { Package } from "../package.ts";
import { Rewriting } from "../rewriting.ts";
import { calculationOf } from "./calculation.ts";
import { type FormulaCell, formulaCells } from "./formula-cells.ts";
import { dropValues, isTelling, keepValues, withoutTables } from "./formulas.ts";
import { withErrorsAsText } from "./newer-errors.ts";
import { dropPivotTables } from "./pivot-tables.ts";
import { withoutSparklineDates } from "./sparklines.ts";
import { tablesOf } from "./tables.ts";
import { warnOfUndrawn } from "./undrawn.ts";
import { type Sheet, workbookPart } from "./workbook.ts";

/** A workbook that is ready for the engine. */
export interface PreparedWorkbook {
  readonly bytes: Buffer;
  readonly warnings: readonly Warning[];
  /** Whether the engine is to calculate formulas that have telling values in the file. */
  readonly isCalculated: boolean;
  /** Numbers of the sheets with formulas that keep values which are no errors although the workbook is calculated. */
  readonly keptIn: readonly number[];
  /** Numbers of the sheets with formulas that the engine has to calculate. */
  readonly calculatedIn: readonly number[];
}

/** Numbers of cells, by the number of their sheet, whose values stay although the workbook is calculated. */
export type KeptCells = ReadonlyMap<number, ReadonlySet<number>>;

/** Names of tables and their columns are not ASCII alone. */
const IS_TEXT = true;

const NONE: ReadonlySet<number> = new Set();

/** Formulas of a workbook by the parts of its sheets. */
const formulasOf = (rewriting: Rewriting, sheets: readonly Sheet[]): Map<Sheet, readonly FormulaCell[]> => {
  const formulas = new Map<Sheet, readonly FormulaCell[]>();
  for (const sheet of sheets) {
    if (!sheet.hasFormulas || sheet.part === undefined) continue;
    rewriting.change(
      sheet.part,
      (xml) => {
        formulas.set(sheet, formulaCells(xml));
        return undefined;
      },
      IS_TEXT,
    );
  }
  return formulas;
};

/** What is done to the formulas of one sheet. */
const prepared = (
  xml: string,
  cells: readonly FormulaCell[],
  kept: ReadonlySet<number> | undefined,
): string | undefined => (kept === undefined ? keepValues(xml, cells) : dropValues(xml, cells, kept));

const NO_PIVOT_TABLE =
  "Formulas that ask pivot tables for values are not calculated, and the file holds none of theirs.";

/** Whether a formula without a value asks a pivot table, which the engine does not get to see. */
const asksPivotTable = ({ formula, value }: FormulaCell): boolean =>
  value === undefined && formula.text.toUpperCase().includes("GETPIVOTDATA(");

const keepsResult = ({ number, type, value }: FormulaCell, kept: ReadonlySet<number>): boolean =>
  value !== undefined && type !== "e" && kept.has(number);

const prepareFormulas = (
  rewriting: Rewriting,
  sheets: readonly Sheet[],
  kept: KeptCells,
): Omit<PreparedWorkbook, "bytes" | "warnings"> => {
  const formulas = formulasOf(rewriting, sheets);
  if (formulas.size === 0) return { isCalculated: false, keptIn: [], calculatedIn: [] };
  const { isAsked, isSigned } = calculationOf(rewriting.bytes(workbookPart(rewriting.found)) ?? Buffer.alloc(0));
  const isTold = isSigned || [...formulas.values()].some((cells) => cells.some(isTelling));
  const isCalculated = isAsked || !isTold;
  const tables = tablesOf(rewriting.found, sheets);
  for (const [index, sheet] of sheets.entries()) {
    const cells = formulas.get(sheet);
    if (cells === undefined || sheet.part === undefined) continue;
    const change = (xml: string) => {
      const changed = prepared(xml, cells, isCalculated ? (kept.get(index) ?? NONE) : undefined) ?? xml;
      return tables.length === 0
        ? changed
        : (withoutTables(changed, formulaCells(changed), tables, sheet.name) ?? changed);
    };
    rewriting.change(sheet.part, change, IS_TEXT);
  }
  for (const index of sheets.keys()) {
    if (formulas.get(sheets[index]!)?.some(asksPivotTable))
      rewriting.warn("formula-not-calculated", NO_PIVOT_TABLE, `sheet ${index + 1}`);
  }
  const isOpen = ({ value }: FormulaCell) => isCalculated || value === undefined;
  return {
    calculatedIn: [...sheets.keys()].filter((index) => formulas.get(sheets[index]!)?.some(isOpen)),
    // Values that say nothing were never calculated: an error is more true than these.
    isCalculated: isCalculated && [...formulas.values()].some((cells) => cells.some(isTelling)),
    keptIn: [...kept].flatMap(([index, numbers]) =>
      formulas.get(sheets[index]!)?.some((cell) => keepsResult(cell, numbers)) ? [index] : [],
    ),
  };
};

const prepareSparklines = (rewriting: Rewriting, sheets: readonly Sheet[]): void => {
  for (const [index, { part, hasSparklines }] of sheets.entries()) {
    if (!hasSparklines || part === undefined) continue;
    rewriting.change(part, (xml) => {
      const changed = withoutSparklineDates(xml);
      if (changed !== undefined) {
        rewriting.warn(
          "sparkline-dates-left-out",
          "Sparklines are drawn with even steps, not by their dates.",
          `sheet ${index + 1}`,
        );
      }
      return changed;
    });
  }
};

const prepareErrors = (rewriting: Rewriting, sheets: readonly Sheet[]): void => {
  for (const { part, hasErrors } of sheets)
    if (hasErrors && part !== undefined) rewriting.change(part, withErrorsAsText);
};

/**
 * Makes a workbook ready for LibreOffice: stored values stand where they are not to be calculated, pivot tables stay as they
 * were stored, and what crashes it is taken out. Throws UNSUPPORTED_MEDIA_TYPE where a part is damaged.
 */
export const prepareWorkbook = (
  found: Package,
  bytes: Buffer,
  sheets: readonly Sheet[],
  kept: KeptCells = new Map(),
): PreparedWorkbook => {
  const rewriting = new Rewriting(found);
  const parts = sheets.flatMap(({ part }) => part ?? []);
  const formulas = prepareFormulas(rewriting, sheets, kept);
  prepareErrors(rewriting, sheets);
  warnOfUndrawn(rewriting, sheets);
  prepareSparklines(rewriting, sheets);
  dropPivotTables(rewriting, workbookPart(found), parts);
  return { bytes: rewriting.finish() ?? bytes, warnings: rewriting.warnings, ...formulas };
};
