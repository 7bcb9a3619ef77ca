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
import { convert, type Document } from "./office/convert.ts";
import { libreofficeVersion } from "./office/place.ts";
import { warmZygoteFor } from "./office/running.ts";

const sheetjs = `sheetjs/${manifest.dependencies.xlsx.split("@").at(-1)}`;

/** What a cell takes LibreOffice at the least, on a fast machine. */
const MS_PER_CELL = 0.02;

/** Sheets that LibreOffice holds in its memory; a job's line, which names them, has room for no more than 3,000. */
const MOST_SHEETS = 2000;

/** Throws for a workbook that could not be ready by the deadline, or not at all: better now than then. */
const judgeSize = (sheets: readonly Sheet[]): void => {
  if (sheets.length > MOST_SHEETS) {
    throw new ServiceError(
      "PROCESSING_FAILED",
      `The workbook has ${sheets.length.toLocaleString("en")} sheets: more than ${MOST_SHEETS.toLocaleString("en")} cannot be printed.`,
    );
  }
  const cells = sheets.reduce((sum, sheet) => sum + sheet.cells, 0);
  if (cells * MS_PER_CELL <= config.deadline) return;
  const [have, most] = [cells, Math.floor(config.deadline / MS_PER_CELL)].map((count) => count.toLocaleString("en"));
  throw new ServiceError(
    "PROCESSING_FAILED",
    `The workbook has ${have} cells: more than ${most} cannot be printed within ${config.deadline / 1000} s.`,
  );
};

/** What a character of a text that is longer than cells hold takes at the least, each time that it is shown. */
const MS_PER_LONG_CHARACTER = 0.0004;

/** Throws for a workbook that shows long texts again and again, which cannot be ready by the deadline. */
const judgeTexts = (found: Package, sheets: readonly Sheet[]): void => {
  const characters = longTextCharacters(found, workbookPart(found), sheets);
  if (characters * MS_PER_LONG_CHARACTER <= config.deadline) return;
  throw new ServiceError(
    "PROCESSING_FAILED",
    `The workbook's cells show texts of ${characters.toLocaleString("en")} characters in all, each of them longer than the 32,767 that a cell holds: they cannot be printed within ${config.deadline / 1000} s.`,
  );
};

/** Words of the macro: numbers of the sheets that name no paper, which are printed on A4, and what it is to do about formulas. */
const optionsOf = (sheets: readonly Sheet[], ...words: readonly string[]): string =>
  `,${[...sheets.flatMap(({ paper }, index) => (paper === undefined ? [index] : [])), ...words].map((word) => `${word},`).join("")}`;

const NOT_UNDERSTOOD = "The engine does not understand some formulas, for which the file holds no values.";
const KEPT = "The engine cannot calculate some formulas: the values in the file are printed.";

/** Where formulas come to errors that the engine alone knows; errors that are stored do not count. */
const notUnderstood = (failures: ReturnType<typeof failuresOf>, { calculatedIn }: PreparedWorkbook): Warning[] =>
  placed(
    sheetsNotUnderstood(failures).filter((sheet) => calculatedIn.includes(sheet)),
    "formula-not-calculated",
    NOT_UNDERSTOOD,
  );

const placed = (sheets: Iterable<number>, code: WarningCode, message: string): Warning[] =>
  [...sheets].map((index) => ({ code, message, place: `sheet ${index + 1}` }));

/** Prints a workbook; where its formulas were to be calculated and some could not be, once more with the values in the file. */
const print = async (
  found: Package,
  { bytes, name }: Document & { bytes: Buffer },
  sheets: readonly Sheet[],
  signal: AbortSignal,
): Promise<Output> => {
  const hasFormulas = sheets.some((sheet) => sheet.hasFormulas);
  const job = (prepared: PreparedWorkbook, ...words: readonly string[]) =>
    convert({ macro: "Excel", bytes: prepared.bytes, name, options: optionsOf(sheets, ...words) }, signal);
  const first = prepareWorkbook(found, bytes, sheets);
  const { body, told } = await job(
    first,
    ...(hasFormulas ? ["formulas"] : []),
    ...(first.isCalculated ? ["values"] : []),
  );
  const failures = failuresOf(told);
  if (body !== undefined) {
    return {
      body,
      warnings: [...first.warnings, ...notUnderstood(failures, first)],
    };
  }
  const kept = failedCells(failures);
  const second = prepareWorkbook(found, bytes, sheets, kept);
  const again = await job(second, "formulas");
  return {
    body: again.body!,
    warnings: [
      ...second.warnings,
      ...placed(second.keptIn, "formula-value-kept", KEPT),
      ...notUnderstood(failuresOf(again.told), second),
    ],
  };
};

/** Converts an Excel workbook (.xlsx) by LibreOffice, by the embedded engine where there is none. */
export const excelToPdf = engine<Document>({
  warmParts: { libreoffice: warmZygoteFor("Excel") },
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? sheetjs : `libreoffice/${version}`;
  },
  run: async ({ bytes, name }, signal) => {
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const found = await openPackage(buffer);
    const sheets = await sheetsOf(found);
    signal.throwIfAborted();
    judgeSize(sheets);
    judgeTexts(found, sheets);
    if (libreofficeVersion() === undefined) {
      const embedded = await import("./office/embedded/excel.ts");
      return embedded.convert(bytes, sheets, signal);
    }
    return print(found, { bytes: buffer, name }, sheets, signal);
  },
});
