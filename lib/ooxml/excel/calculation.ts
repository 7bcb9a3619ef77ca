import { tagsNamed, textOf } from "../markup.ts";

/** What a workbook says of its calculation (ECMA-376, part 1, 18.2.2). */
export interface Calculation {
  /** Whether it asks to be calculated anew when it is opened. */
  readonly isAsked: boolean;
  /** Whether it tells which program's calculation its values are of. */
  readonly isSigned: boolean;
}

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";

/** Reads it from the workbook's part. */
export const calculationOf = (workbook: Buffer): Calculation => {
  const [found] = tagsNamed(textOf(workbook), "calcPr");
  const { fullCalcOnLoad, calcId = "0" } = found?.attributes ?? {};
  return { isAsked: isTrue(fullCalcOnLoad), isSigned: Number(calcId) > 0 };
};
