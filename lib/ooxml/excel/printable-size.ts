import { ServiceError } from "../../errors/service-error.ts";
import type { Package } from "../package.ts";
import { longTextCharacters } from "./long-texts.ts";
import { type Sheet, workbookPart } from "./workbook.ts";

/** The least time that LibreOffice takes for a cell on a fast machine. */
const MS_PER_CELL = 0.02;

/** The least time for a character of a text above the limit of a cell, for each cell that shows the text. */
const MS_PER_LONG_CHARACTER = 0.0004;

/** Throws PROCESSING_FAILED for a workbook that LibreOffice cannot print by the deadline. */
export const assertPrintableSize = (officePackage: Package, sheets: readonly Sheet[], deadlineMs: number): void => {
  const cells = sheets.reduce((sum, sheet) => sum + sheet.cells, 0);
  if (cells * MS_PER_CELL > deadlineMs) {
    const [count, limit] = [cells, Math.floor(deadlineMs / MS_PER_CELL)].map((number) => number.toLocaleString("en"));
    throw new ServiceError(
      "PROCESSING_FAILED",
      `The workbook has ${count} cells: more than ${limit} cannot be printed within ${deadlineMs / 1000} s.`,
      { reason: "document-too-complex" },
    );
  }
  const characters = longTextCharacters(officePackage, workbookPart(officePackage), sheets);
  if (characters * MS_PER_LONG_CHARACTER <= deadlineMs) return;
  throw new ServiceError(
    "PROCESSING_FAILED",
    `The workbook's cells show texts of ${characters.toLocaleString("en")} characters in all, each of them longer than the 32,767 that a cell holds: they cannot be printed within ${deadlineMs / 1000} s.`,
    { reason: "document-too-complex" },
  );
};
