import { tagsNamed, textOf } from "../markup.ts";

/** The calculation properties of a workbook (ECMA-376, part 1, 18.2.2). */
export interface Calculation {
  /** Whether the workbook is to be calculated when it is opened. */
  readonly isRequested: boolean;
  /** Whether it names the calculation engine that its values are from. */
  readonly hasCalculationId: boolean;
}

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";

/** Reads the calculation properties from the workbook's part. */
export const calculationOf = (workbook: Buffer): Calculation => {
  const [found] = tagsNamed(textOf(workbook), "calcPr");
  const { fullCalcOnLoad, calcId = "0" } = found?.attributes ?? {};
  return { isRequested: isTrue(fullCalcOnLoad), hasCalculationId: Number(calcId) > 0 };
};
