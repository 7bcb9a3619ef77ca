import manifest from "../../package.json" with { type: "json" };
import { config } from "../config.ts";
import { ServiceError } from "../errors.ts";
import { failedCells, failuresOf, sheetsNotUnderstood } from "../ooxml/excel/failed-formulas.ts";
import { longTextCharacters } from "../ooxml/excel/long-texts.ts";
import { type PreparedWorkbook, prepareWorkbook } from "../ooxml/excel/prepare.ts";
import { type Sheet, sheetsOf, workbookPart } from "../ooxml/excel/workbook.ts";
import { openPackage, type Package } from "../ooxml/package.ts";
import type { Output } from "../workers/output.ts";
import type { Warning, WarningCode } from "../workers/warnings.ts";
import { engine } from "./engine.ts";
import { convert, type OfficeDocument } from "./office/convert.ts";
import { libreofficeVersion } from "./office/installation.ts";
import { warmZygoteFor } from "./office/zygote-supervisor.ts";

const sheetjs = `sheetjs/${manifest.dependencies.xlsx.split("@").at(-1)}`;

/** The least time that LibreOffice takes for a cell on a fast machine. */
const MS_PER_CELL = 0.02;

/** The number of sheets that fits LibreOffice's memory. A job's command, which names sheets, has room for 3,000. */
const SHEETS_LIMIT = 2000;

/** Throws PROCESSING_FAILED early for a workbook that is too large for LibreOffice, or for the deadline. */
const assertSize = (sheets: readonly Sheet[]): void => {
  if (sheets.length > SHEETS_LIMIT) {
    throw new ServiceError(
      "PROCESSING_FAILED",
      `The workbook has ${sheets.length.toLocaleString("en")} sheets: more than ${SHEETS_LIMIT.toLocaleString("en")} cannot be printed.`,
    );
  }
  const cells = sheets.reduce((sum, sheet) => sum + sheet.cells, 0);
  if (cells * MS_PER_CELL <= config.deadline) return;
  const [count, limit] = [cells, Math.floor(config.deadline / MS_PER_CELL)].map((number) =>
    number.toLocaleString("en"),
  );
  throw new ServiceError(
    "PROCESSING_FAILED",
    `The workbook has ${count} cells: more than ${limit} cannot be printed within ${config.deadline / 1000} s.`,
  );
};

/** The least time for a character of a text above the limit of a cell, for each cell that shows the text. */
const MS_PER_LONG_CHARACTER = 0.0004;

/** Throws PROCESSING_FAILED early for a workbook whose texts above the limit of a cell cannot be printed by the deadline. */
const assertTextLength = (officePackage: Package, sheets: readonly Sheet[]): void => {
  const characters = longTextCharacters(officePackage, workbookPart(officePackage), sheets);
  if (characters * MS_PER_LONG_CHARACTER <= config.deadline) return;
  throw new ServiceError(
    "PROCESSING_FAILED",
    `The workbook's cells show texts of ${characters.toLocaleString("en")} characters in all, each of them longer than the 32,767 that a cell holds: they cannot be printed within ${config.deadline / 1000} s.`,
  );
};

/**
 * The macro's options between commas: the numbers of the sheets without a paper size, which get A4, and words about formulas.
 */
const optionsOf = (sheets: readonly Sheet[], ...words: readonly string[]): string =>
  `,${[...sheets.flatMap(({ paper }, index) => (paper === undefined ? [index] : [])), ...words].map((word) => `${word},`).join("")}`;

const NOT_CALCULATED_MESSAGE = "The engine does not understand some formulas, for which the file holds no values.";
const VALUE_KEPT_MESSAGE = "The engine cannot calculate some formulas: the values in the file are printed.";

/** Warnings for the sheets with formulas that LibreOffice had to calculate and does not understand. */
const notCalculatedWarnings = (
  failures: ReturnType<typeof failuresOf>,
  { calculatedSheets }: PreparedWorkbook,
): Warning[] =>
  sheetWarnings(
    sheetsNotUnderstood(failures).filter((sheet) => calculatedSheets.includes(sheet)),
    "formula-not-calculated",
    NOT_CALCULATED_MESSAGE,
  );

/** A warning for each of these sheets, which are numbered from 0. */
const sheetWarnings = (sheets: Iterable<number>, code: WarningCode, message: string): Warning[] =>
  [...sheets].map((index) => ({ code, message, place: `sheet ${index + 1}` }));

/** Prints a workbook. Where LibreOffice cannot calculate some formulas, prints it again with their stored values. */
const print = async (
  officePackage: Package,
  { bytes, name }: OfficeDocument & { bytes: Buffer },
  sheets: readonly Sheet[],
  signal: AbortSignal,
): Promise<Output> => {
  const hasFormulas = sheets.some((sheet) => sheet.hasFormulas);
  const printPrepared = (prepared: PreparedWorkbook, ...words: readonly string[]) =>
    convert({ macro: "Excel", bytes: prepared.bytes, name, options: optionsOf(sheets, ...words) }, signal);
  const first = prepareWorkbook(officePackage, bytes, sheets);
  const { body, macroReport } = await printPrepared(
    first,
    ...(hasFormulas ? ["formulas"] : []),
    ...(first.isCalculated ? ["values"] : []),
  );
  const failures = failuresOf(macroReport);
  if (body !== undefined) {
    return {
      body,
      warnings: [...first.warnings, ...notCalculatedWarnings(failures, first)],
    };
  }
  const kept = failedCells(failures);
  const second = prepareWorkbook(officePackage, bytes, sheets, kept);
  const again = await printPrepared(second, "formulas");
  return {
    body: again.body!,
    warnings: [
      ...second.warnings,
      ...sheetWarnings(second.sheetsWithKeptValues, "formula-value-kept", VALUE_KEPT_MESSAGE),
      ...notCalculatedWarnings(failuresOf(again.macroReport), second),
    ],
  };
};

/** Converts an Excel workbook (.xlsx) with LibreOffice, or with the embedded engine where there is no LibreOffice. */
export const excelToPdf = engine<OfficeDocument>({
  warmParts: { libreoffice: warmZygoteFor("Excel") },
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? sheetjs : `libreoffice/${version}`;
  },
  run: async ({ bytes, name }, signal) => {
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const officePackage = await openPackage(buffer);
    const sheets = await sheetsOf(officePackage);
    signal.throwIfAborted();
    assertSize(sheets);
    assertTextLength(officePackage, sheets);
    if (libreofficeVersion() === undefined) {
      const embedded = await import("./office/embedded/excel.ts");
      return embedded.convert(bytes, sheets, signal);
    }
    return print(officePackage, { bytes: buffer, name }, sheets, signal);
  },
});
