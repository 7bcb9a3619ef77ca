import { isAccessible, type PdfaLevel } from "../../pdf/archive/level.ts";

/** How a workbook is printed; what is not given is as the workbook says. Lengths are inches. */
export interface WorkbookOptions {
  /** Size of the paper in portrait. */
  readonly paper: { readonly width: number; readonly height: number } | undefined;
  readonly landscape: boolean | undefined;
  readonly margins: Readonly<Record<"top" | "right" | "bottom" | "left", number | undefined>>;
  /** 0.1 to 2. */
  readonly scale: number | undefined;
  readonly fitToWidth: boolean | undefined;
  /** Pages of the whole document, such as `1-3,5`. */
  readonly pageRanges: string | undefined;
  /** Names of sheets, and their numbers from 1. */
  readonly sheets: readonly (string | number)[] | undefined;
  readonly pdfA: PdfaLevel | undefined;
}

/** The options of a workbook that is printed as it says. */
export const PLAIN_WORKBOOK: WorkbookOptions = {
  paper: undefined,
  landscape: undefined,
  margins: { top: undefined, right: undefined, bottom: undefined, left: undefined },
  scale: undefined,
  fitToWidth: undefined,
  pageRanges: undefined,
  sheets: undefined,
  pdfA: undefined,
};

const HUNDREDTHS_OF_MM_PER_INCH = 2540;

const hundredthsOfMm = (inches: number): number => Math.round(inches * HUNDREDTHS_OF_MM_PER_INCH);

/** The words for the macro `Excel` of `Convert.xba`; `chosen` are the numbers, from 0, of the sheets to print. */
export const macroWords = (options: WorkbookOptions, chosen: readonly number[] | undefined): string[] => {
  const { paper, landscape, margins, scale, fitToWidth, pageRanges, pdfA } = options;
  const values: Readonly<Record<string, string | number | undefined>> = {
    paper: paper && `${hundredthsOfMm(paper.width)}x${hundredthsOfMm(paper.height)}`,
    turn: landscape === undefined ? undefined : landscape ? "landscape" : "portrait",
    scale: scale && Math.round(scale * 100),
    fit: fitToWidth === undefined ? undefined : fitToWidth ? "width" : "none",
    pages: pageRanges?.replaceAll(",", ";"),
  };
  for (const [side, inches] of Object.entries(margins)) {
    if (inches !== undefined) Object.assign(values, { [side]: hundredthsOfMm(inches) });
  }
  const words = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  // Tags make the PDF of a workbook many times as large.
  if (pdfA !== undefined && isAccessible(pdfA)) words.push("tagged");
  return [...words, ...(chosen ?? []).map((index) => `print${index}`)];
};
