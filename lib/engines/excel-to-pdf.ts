import manifest from "../../package.json" with { type: "json" };
import { config } from "../config.ts";
import { ServiceError } from "../errors.ts";
import { openPackage } from "../ooxml/package.ts";
import { type Sheet, sheetsOf } from "../ooxml/workbook.ts";
import type { Engine } from "./engine.ts";
import { convert, type Document } from "./office/convert.ts";
import { libreofficeVersion } from "./office/place.ts";
import { keepWarmFor } from "./office/running.ts";

keepWarmFor("Excel");

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

/** Numbers of the sheets that name no paper, each within commas: those are printed on A4. */
const withoutPaper = (sheets: readonly Sheet[]): string =>
  `,${sheets.flatMap(({ paper }, index) => (paper === undefined ? [`${index},`] : [])).join("")}`;

/** Converts an Excel workbook (.xlsx) by LibreOffice, by the embedded engine where there is none. */
export const excelToPdf: Engine<Document> = {
  get name() {
    const version = libreofficeVersion();
    return version === undefined ? sheetjs : `libreoffice/${version}`;
  },
  run: async ({ bytes, name }, signal) => {
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const sheets = await sheetsOf(await openPackage(buffer));
    signal.throwIfAborted();
    judgeSize(sheets);
    if (libreofficeVersion() === undefined) {
      const embedded = await import("./office/embedded/excel.ts");
      return embedded.convert(bytes, sheets, signal);
    }
    return convert({ macro: "Excel", bytes, name, options: withoutPaper(sheets) }, signal);
  },
};
