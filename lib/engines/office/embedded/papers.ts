import { paperNamed } from "../../paper.ts";

/** Names of the papers that Excel knows by number (ECMA-376, part 1, 18.3.1.63), as far as they are common. */
const NAMES: Readonly<Record<number, string>> = {
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

/** Size of a numbered paper as CSS has it; A4 where the number is none of the common ones. */
export const cssSize = (number: number | undefined, isLandscape: boolean): string => {
  const { width, height } = paperNamed(NAMES[number ?? 9] ?? "A4")!;
  return isLandscape ? `${height}in ${width}in` : `${width}in ${height}in`;
};
