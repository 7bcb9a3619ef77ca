import type { Warning, WarningCode } from "../../output/warnings.ts";
import { runOfficeJob } from "./jobs/threads.ts";

/** A warning for each of these sheets, which are numbered from 0. */
export const sheetWarnings = (sheets: Iterable<number>, code: WarningCode, message: string): Warning[] =>
  [...sheets].map((index) => ({ code, message, place: `sheet ${index + 1}` }));

/**
 * The numbers of the sheets with formulas that LibreOffice does not understand, by the macro's report. With `holdsValues` the
 * workbook may hold `#NAME?` itself.
 */
export const sheetsNotUnderstood = async (
  macroReport: string,
  signal: AbortSignal,
  holdsValues = false,
): Promise<readonly number[]> =>
  macroReport === "" ? [] : runOfficeJob("sheetsNotUnderstood", { macroReport, holdsValues }, signal);
