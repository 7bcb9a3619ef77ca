import { ServiceError } from "../../errors/service-error.ts";
import type { Sheet } from "./workbook.ts";

const indexOf = (sheets: readonly Sheet[], wanted: string | number): number => {
  if (typeof wanted === "number") return wanted <= sheets.length ? wanted - 1 : -1;
  const exact = sheets.findIndex(({ name }) => name === wanted);
  // Excel has no two sheets whose names differ in the case of letters alone.
  return exact >= 0 ? exact : sheets.findIndex(({ name }) => name.toLowerCase() === wanted.toLowerCase());
};

/**
 * The numbers, from 0, of the sheets that names and numbers from 1 choose, hidden ones included; undefined where nothing is
 * chosen. Throws INVALID_REQUEST for a sheet that the workbook does not have.
 */
export const chosenSheets = (
  sheets: readonly Sheet[],
  wanted: readonly (string | number)[] | undefined,
): number[] | undefined =>
  wanted?.map((sheet) => {
    const index = indexOf(sheets, sheet);
    if (index >= 0) return index;
    throw new ServiceError(
      "INVALID_REQUEST",
      `options.sheets has ${JSON.stringify(sheet)}, which is not a sheet of the workbook; it has ${sheets.length} in all.`,
      { reason: "page-out-of-range" },
    );
  });
