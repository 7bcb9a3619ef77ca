import type { Warning } from "../../output/warnings.ts";
import { prepareCharts } from "../charts.ts";
import type { Package } from "../package.ts";
import { removePackagePrefixes } from "../package-prefixes.ts";
import { PackageRewriter } from "../rewriting.ts";
import { warnOfUndrawnCharacters } from "../undrawn-characters.ts";
import {
  type FormulaPlace,
  namesWithoutEnvironment,
  READS_ENVIRONMENT,
  withoutEnvironment,
  withoutFolderCodes,
} from "./environment.ts";
import { type FormulaCell, formulaCells } from "./formula-cells.ts";
import { dropValues, hasMeaningfulValue, keepValues, withFormulas } from "./formulas.ts";
import { dropPivotTables, withErrorsAsText, withoutProtection, withoutSparklineDates } from "./misread-parts.ts";
import { printNumbersAsExcel } from "./printed-numbers.ts";
import { prepareShapeFormulas } from "./shape-formulas.ts";
import { withCellReferences } from "./structured-references.ts";
import { drawTableStyles } from "./table-styles/draw.ts";
import { type ExcelTables, tablesOf } from "./tables.ts";
import { warnOfUnsupportedGraphics } from "./unsupported-graphics.ts";
import { calculationOf, PAGE_SETUP_SEARCH_BYTES, type Sheet, workbookPart } from "./workbook.ts";

/** A workbook that is prepared for LibreOffice. Sheets are numbered from 0. */
export interface PreparedWorkbook {
  readonly bytes: Buffer;
  readonly warnings: readonly Warning[];
  readonly hasCharts: boolean;
  /** Whether LibreOffice recalculates formulas whose values are in the file. */
  readonly isCalculated: boolean;
  /** The sheets in which a formula keeps its stored value (other than an error), although the workbook is calculated. */
  readonly sheetsWithKeptValues: readonly number[];
  /** The sheets in which LibreOffice has to calculate a formula. */
  readonly calculatedSheets: readonly number[];
}

/** The numbers of cells, by the numbers of their sheets. */
type CellsBySheet = ReadonlyMap<number, ReadonlySet<number>>;

/** What a workbook's preparation has to know besides its content. */
interface WorkbookContext {
  /** The name of its file, without a folder. */
  readonly fileName: string;
  /** The cells whose formulas keep their stored values. */
  readonly kept?: CellsBySheet;
}

/** Parts with formulas are changed as text, because the names of tables and columns may have any characters. */
const CHANGE_AS_TEXT = true;

const NO_CELLS: ReadonlySet<number> = new Set();

const formulasOf = (rewriting: PackageRewriter, sheets: readonly Sheet[]): Map<Sheet, readonly FormulaCell[]> => {
  const formulas = new Map<Sheet, readonly FormulaCell[]>();
  for (const sheet of sheets) {
    if (!sheet.hasFormulas || sheet.part === undefined) continue;
    rewriting.change(
      sheet.part,
      (xml) => {
        formulas.set(sheet, formulaCells(xml));
        return undefined;
      },
      CHANGE_AS_TEXT,
    );
  }
  return formulas;
};

/** Keeps the stored values of a sheet's formulas; if `kept` is given, only those of its cells. */
const rewriteFormulas = (
  xml: string,
  cells: readonly FormulaCell[],
  kept: ReadonlySet<number> | undefined,
): string | undefined => (kept === undefined ? keepValues(xml, cells) : dropValues(xml, cells, kept));

const PIVOT_VALUES_MISSING_MESSAGE =
  "Formulas that read pivot tables are not calculated, and the file holds no values for them.";

/** Whether a formula without a value reads a pivot table, whose definition LibreOffice does not get. */
const needsPivotTable = ({ formula, value }: FormulaCell): boolean =>
  value === undefined && formula.text.toUpperCase().includes("GETPIVOTDATA(");

const keepsValue = ({ number, type, value }: FormulaCell, kept: ReadonlySet<number>): boolean =>
  value !== undefined && type !== "e" && kept.has(number);

/** Replaces what LibreOffice would not understand, or not calculate as Excel does, in the formulas that are left. */
const rewriteCalls = (xml: string, tables: ExcelTables, place: FormulaPlace): string => {
  const { sheet } = place;
  const withoutTables =
    tables.byName.size === 0
      ? undefined
      : withFormulas(xml, formulaCells(xml), /\[/, (formula, { number }) =>
          withCellReferences(formula, tables, { sheet, number }),
        );
  const text = withoutTables ?? xml;
  if (!READS_ENVIRONMENT.test(text)) return text;
  return (
    withFormulas(text, formulaCells(text), READS_ENVIRONMENT, (formula) => withoutEnvironment(formula, place)) ?? text
  );
};

const prepareFormulas = (
  rewriting: PackageRewriter,
  sheets: readonly Sheet[],
  { fileName, kept = new Map() }: WorkbookContext,
): Omit<PreparedWorkbook, "bytes" | "warnings" | "hasCharts"> => {
  const formulas = formulasOf(rewriting, sheets);
  if (formulas.size === 0) return { isCalculated: false, sheetsWithKeptValues: [], calculatedSheets: [] };
  const { isRequested, hasCalculationId } = calculationOf(
    rewriting.bytes(workbookPart(rewriting.original)) ?? Buffer.alloc(0),
  );
  const wasCalculated = hasCalculationId || [...formulas.values()].some((cells) => cells.some(hasMeaningfulValue));
  const isCalculated = isRequested || !wasCalculated;
  const tables = tablesOf(rewriting.original, sheets);
  for (const [index, sheet] of sheets.entries()) {
    const cells = formulas.get(sheet);
    if (cells === undefined || sheet.part === undefined) continue;
    const place = { fileName, sheet: sheet.name, sheets: sheets.length };
    const change = (xml: string) =>
      rewriteCalls(
        rewriteFormulas(xml, cells, isCalculated ? (kept.get(index) ?? NO_CELLS) : undefined) ?? xml,
        tables,
        place,
      );
    rewriting.change(sheet.part, change, CHANGE_AS_TEXT);
  }
  const firstPlace = { fileName, sheet: sheets[0]?.name ?? "", sheets: sheets.length };
  rewriting.change(workbookPart(rewriting.original), (xml) => namesWithoutEnvironment(xml, firstPlace), CHANGE_AS_TEXT);
  for (const [index, sheet] of sheets.entries()) {
    if (formulas.get(sheet)?.some(needsPivotTable))
      rewriting.warn("formula-not-calculated", PIVOT_VALUES_MISSING_MESSAGE, `sheet ${index + 1}`);
  }
  const sheetsWith = (test: (cell: FormulaCell, sheet: number) => boolean) =>
    sheets.flatMap((sheet, index) => (formulas.get(sheet)?.some((cell) => test(cell, index)) ? [index] : []));
  const needsCalculation = ({ value }: FormulaCell) => isCalculated || value === undefined;
  return {
    calculatedSheets: sheetsWith(needsCalculation),
    // Without calculated values in the file, a failed formula prints its error: a stored 0 would be worse.
    isCalculated: isCalculated && [...formulas.values()].some((cells) => cells.some(hasMeaningfulValue)),
    sheetsWithKeptValues: sheetsWith((cell, index) => keepsValue(cell, kept.get(index) ?? NO_CELLS)),
  };
};

const prepareSparklines = (rewriting: PackageRewriter, sheets: readonly Sheet[]): void => {
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

const prepareHeaders = (rewriting: PackageRewriter, sheets: readonly Sheet[]): void => {
  for (const { part, printsFolder } of sheets)
    if (printsFolder && part !== undefined)
      rewriting.change(part, (xml) => withoutFolderCodes(xml, PAGE_SETUP_SEARCH_BYTES));
};

const prepareCells = (rewriting: PackageRewriter, sheets: readonly Sheet[]): void => {
  for (const { part, hasErrors, isProtected } of sheets) {
    if (part === undefined) continue;
    if (hasErrors) rewriting.change(part, withErrorsAsText);
    if (isProtected) rewriting.change(part, withoutProtection);
  }
};

/**
 * Prepares a workbook for LibreOffice: formulas that are not to be calculated become their stored values, pivot tables become
 * their stored cells, and markup that crashes LibreOffice is removed. Throws UNSUPPORTED_MEDIA_TYPE for a damaged part.
 */
export const prepareWorkbook = (
  officePackage: Package,
  bytes: Buffer,
  sheets: readonly Sheet[],
  context: WorkbookContext,
): PreparedWorkbook => {
  const rewriting = new PackageRewriter(officePackage);
  const parts = sheets.flatMap(({ part }) => part ?? []);
  removePackagePrefixes(rewriting);
  const formulas = prepareFormulas(rewriting, sheets, context);
  prepareCells(rewriting, sheets);
  const hasCharts = prepareCharts(rewriting);
  const drawsNumbers = hasCharts || sheets.some(({ hasSparklines }) => hasSparklines);
  if (formulas.calculatedSheets.length === 0) printNumbersAsExcel(rewriting, sheets, drawsNumbers);
  prepareHeaders(rewriting, sheets);
  drawTableStyles(rewriting, sheets);
  warnOfUnsupportedGraphics(rewriting, sheets);
  prepareSparklines(rewriting, sheets);
  prepareShapeFormulas(rewriting, sheets);
  dropPivotTables(rewriting, workbookPart(officePackage), parts);
  const related = officePackage.relationships(workbookPart(officePackage));
  const strings = related.flatMap(({ type, part }) => (type === "sharedStrings" && part !== undefined ? [part] : []));
  warnOfUndrawnCharacters(rewriting, [...strings, ...parts]);
  return { bytes: rewriting.finish() ?? bytes, warnings: rewriting.warnings, hasCharts, ...formulas };
};
