import type { Warning } from "../../warnings.ts";
import type { Package } from "../package.ts";
import { Rewriting } from "../rewriting.ts";
import { calculationOf } from "./calculation.ts";
import { type FormulaCell, formulaCells } from "./formula-cells.ts";
import { dropValues, isTelling, keepValues, withoutTables } from "./formulas.ts";
import { dropPivotTables } from "./pivot-tables.ts";
import { withoutSparklineDates } from "./sparklines.ts";
import { tablesOf } from "./tables.ts";
import { type Sheet, workbookPart } from "./workbook.ts";

/** A workbook that is ready for the engine. */
export interface PreparedWorkbook {
  readonly bytes: Buffer;
  readonly warnings: readonly Warning[];
  /** Whether the engine is to calculate formulas that have values in the file. */
  readonly isCalculated: boolean;
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

const prepareFormulas = (rewriting: Rewriting, sheets: readonly Sheet[], kept: KeptCells): boolean => {
  const formulas = formulasOf(rewriting, sheets);
  if (formulas.size === 0) return false;
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
  return isCalculated && [...formulas.values()].some((cells) => cells.some(({ value }) => value !== undefined));
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
  const isCalculated = prepareFormulas(rewriting, sheets, kept);
  prepareSparklines(rewriting, sheets);
  dropPivotTables(rewriting, workbookPart(found), parts);
  return { bytes: rewriting.finish() ?? bytes, warnings: rewriting.warnings, isCalculated };
};
