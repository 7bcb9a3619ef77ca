import { paperNamed } from "../../paper.ts";

/** The names of common paper sizes by their number in Excel (ECMA-376, part 1, 18.3.1.63). */
const PAPER_NAMES: Readonly<Record<number, string>> = {
  1: "Letter",
  2: "Letter",
  3: "Tabloid",
  4: "Ledger",
  5: "Legal",
  8: "A3",
  9: "A4",
  10: "A4",
  11: "A5",
  66: "A2",
  70: "A6",
};

/** The CSS `size` of a numbered paper; A4 for uncommon numbers. */
export const cssSize = (number: number | undefined, isLandscape: boolean): string => {
  const { width, height } = paperNamed(PAPER_NAMES[number ?? 9] ?? "A4")!;
  return isLandscape ? `${height}in ${width}in` : `${width}in ${height}in`;
};
