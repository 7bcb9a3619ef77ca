import manifest from "../../package.json" with { type: "json" };
import { config } from "../config.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { PreparedWorkbook } from "../ooxml/excel/prepare.ts";
import { chosenSheets, type Sheet } from "../ooxml/excel/workbook.ts";
import { XLSX } from "../ooxml/expected-kinds.ts";
import type { Output } from "../output/output.ts";
import type { Warning } from "../output/warnings.ts";
import { engine } from "./engine.ts";
import { finishPdf } from "./finish-pdf.ts";
import { type OfficeDocument, printedOf } from "./office/convert.ts";
import { convertWithCharts } from "./office/convert-charts.ts";
import { printEmbedded } from "./office/embedded/print.ts";
import { sheetsNotUnderstood, sheetWarnings } from "./office/formula-warnings.ts";
import { libreofficeVersion } from "./office/installation.ts";
import type { PreparedExcel } from "./office/jobs/jobs.ts";
import { officeThreadsPart, runOfficeJob } from "./office/jobs/threads.ts";
import { printOpened } from "./office/opened-package.ts";
import { macroWords, PLAIN_WORKBOOK, type WorkbookOptions } from "./office/workbook-options.ts";
import { warmZygoteFor } from "./office/zygote-supervisor.ts";
import { type PageSetup, PLAIN_PAGE } from "./page-setup.ts";

const sheetjs = `sheetjs/${manifest.dependencies.xlsx.split("@").at(-1)}`;

/** A workbook, and how it is printed. */
interface Workbook extends OfficeDocument {
  readonly password?: string | undefined;
  readonly options?: WorkbookOptions | undefined;
}

/** The macro's options between commas: the numbers of the sheets without a paper size, which get A4, and further words. */
const optionsOf = (sheets: readonly Sheet[], words: readonly string[]): string =>
  `,${[...sheets.flatMap(({ paper }, index) => (paper === undefined ? [index] : [])), ...words].map((word) => `${word},`).join("")}`;

/** The page of the embedded engine. Throws PROCESSING_FAILED for what only LibreOffice can do. */
const embeddedPage = ({ paper, landscape, margins, scale, pageRanges, pdfA }: WorkbookOptions): PageSetup => {
  if (pageRanges !== undefined)
    throw new ServiceError(
      "PROCESSING_FAILED",
      "options.pageRanges needs LibreOffice, which this machine does not have.",
      { reason: "engine-missing" },
    );
  return { ...PLAIN_PAGE, paper, landscape: landscape ?? false, margins, scale: scale ?? 1, pdfA };
};

const NOT_CALCULATED_MESSAGE = "The engine does not understand some formulas, for which the file holds no values.";
const VALUE_KEPT_MESSAGE = "The engine cannot calculate some formulas: the values in the file are printed.";

/** Warnings for the sheets with formulas that LibreOffice had to calculate and does not understand. */
const notCalculatedWarnings = async (
  macroReport: string,
  { calculatedSheets }: PreparedWorkbook,
  signal: AbortSignal,
): Promise<Warning[]> => {
  const sheets = await sheetsNotUnderstood(macroReport, signal);
  const calculated = sheets.filter((sheet) => calculatedSheets.includes(sheet));
  return sheetWarnings(calculated, "formula-not-calculated", NOT_CALCULATED_MESSAGE);
};

/** Prepares a workbook in a thread; its bytes are empty afterwards. */
const prepare = (
  { bytes, name }: OfficeDocument,
  signal: AbortSignal,
  macroReport?: string,
): Promise<PreparedExcel> => {
  const input = { bytes, name, deadlineMs: config.deadlineMs, ...(macroReport === undefined ? {} : { macroReport }) };
  return runOfficeJob("prepareExcel", input, signal, { movesBytes: true });
};

/** Prints a workbook. If LibreOffice cannot calculate some formulas, prints it again with their stored values. */
const print = async ({ bytes, name, options = PLAIN_WORKBOOK }: Workbook, signal: AbortSignal): Promise<Output> => {
  const { prepared: first, sheets, original } = await prepare({ bytes, name }, signal);
  const layout = macroWords(options, chosenSheets(sheets, options.sheets));
  const printPrepared = ({ bytes, hasCharts }: PreparedWorkbook, ...words: readonly string[]) =>
    convertWithCharts(
      { macro: "Excel", bytes, name, options: optionsOf(sheets, [...words, ...layout]) },
      hasCharts,
      signal,
    );
  const hasFormulas = sheets.some((sheet) => sheet.hasFormulas);
  const {
    printed,
    macroReport,
    warnings: chartWarnings,
  } = await printPrepared(first, ...(hasFormulas ? ["formulas"] : []), ...(first.isCalculated ? ["values"] : []));
  if (printed !== undefined) {
    return {
      ...printed,
      warnings: [...first.warnings, ...chartWarnings, ...(await notCalculatedWarnings(macroReport, first, signal))],
    };
  }
  const { prepared: second } = await prepare({ bytes: original, name }, signal, macroReport);
  const again = await printPrepared(second, "formulas");
  return {
    ...printedOf(again),
    warnings: [
      ...second.warnings,
      ...again.warnings,
      ...sheetWarnings(second.sheetsWithKeptValues, "formula-value-kept", VALUE_KEPT_MESSAGE),
      ...(await notCalculatedWarnings(again.macroReport, second, signal)),
    ],
  };
};

/** Converts an Excel workbook (.xlsx) with LibreOffice, or with the embedded engine if there is no LibreOffice. */
export const excelToPdf = engine<Workbook>({
  warmParts: { libreoffice: warmZygoteFor("Excel"), "office-threads": officeThreadsPart },
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? sheetjs : `libreoffice/${version}`;
  },
  run: (locked, signal) => {
    const { name, options = PLAIN_WORKBOOK } = locked;
    return printOpened(locked, XLSX, signal, async (bytes) => {
      if (libreofficeVersion() !== undefined)
        return finishPdf(await print({ bytes, name, options }, signal), options, signal);
      const input = { bytes, deadlineMs: config.deadlineMs, chosen: options.sheets };
      const html = await runOfficeJob("excelToHtml", input, signal, { movesBytes: true });
      return printEmbedded(html, signal, embeddedPage(options));
    });
  },
});
