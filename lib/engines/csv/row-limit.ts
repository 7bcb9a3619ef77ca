import { ServiceError } from "../../errors/service-error.ts";

/** Maximum length of a row. Until it is drawn, a typeset row takes many times the memory of its text. */
const ROW_LIMIT_CHARACTERS = 8_388_608;

/** The number of cells of a row: the columns of a spreadsheet. Each column takes memory for its widths and runs. */
const ROW_CELLS_LIMIT = 16_384;

/** Throws PROCESSING_FAILED for a row that is too long to be printed. Rows are numbered from 1. */
export const assertPrintable = (row: readonly string[], number: number): void => {
  if (row.length > ROW_CELLS_LIMIT) {
    const [count, limit] = [row.length, ROW_CELLS_LIMIT].map((cells) => cells.toLocaleString("en"));
    throw new ServiceError(
      "PROCESSING_FAILED",
      `Row ${number} has ${count} cells: more than ${limit} cannot be printed.`,
      { reason: "document-too-complex" },
    );
  }
  let length = 0;
  for (const cell of row) length += cell.length;
  if (length <= ROW_LIMIT_CHARACTERS) return;
  const limit = ROW_LIMIT_CHARACTERS.toLocaleString("en");
  const message = `Row ${number} has ${length.toLocaleString("en")} characters: more than ${limit} cannot be printed.`;
  throw new ServiceError("PROCESSING_FAILED", message, { reason: "document-too-complex" });
};
