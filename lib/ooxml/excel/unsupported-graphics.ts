import { tagsNamed, textOf } from "../markup.ts";
import type { Package } from "../package.ts";
import type { PackageRewriter } from "../rewriting.ts";
import { type Sheet, workbookPart } from "./workbook.ts";

const RICH_VALUE_STRUCTURES = "rdRichValueStructure";

/** Whether a workbook has cells whose values are pictures ([MS-XLSX] 2.3.6.1: rich values). */
const hasCellPictures = (officePackage: Package): boolean =>
  officePackage.relationships(workbookPart(officePackage)).some(({ type, part }) => {
    const file = type === RICH_VALUE_STRUCTURES ? officePackage.files.get(part ?? "") : undefined;
    const structures = file === undefined ? [] : tagsNamed(textOf(officePackage.read(file)), "s");
    return structures.some(({ attributes }) => /^_(local|web)Image$/.test(attributes["t"] ?? ""));
  });

/** A cell with a rich value, which other programs read as an error. */
const RICH_ERROR = /<(?:[\w.-]{1,40}:)?c(?=\s)(?=[^>]{0,200}\svm=)(?=[^>]{0,200}\st=["']e["'])/;

/** Whether a sheet has charts of kinds that are not in ECMA-376, such as waterfalls and treemaps ([MS-ODRAWXML] 2.24). */
const hasNewerCharts = (officePackage: Package, sheet: string): boolean =>
  officePackage
    .relationships(sheet)
    .some(
      ({ type, part }) =>
        type === "drawing" &&
        part !== undefined &&
        officePackage.relationships(part).some(({ type: drawn }) => drawn === "chartEx"),
    );

/** Warns of charts that LibreOffice does not draw, and of pictures in cells, headers and footers. */
export const warnOfUnsupportedGraphics = (rewriting: PackageRewriter, sheets: readonly Sheet[]): void => {
  const inCells = hasCellPictures(rewriting.original);
  for (const [index, { part = "", isHidden, hasHeaderPictures }] of sheets.entries()) {
    const place = `sheet ${index + 1}`;
    if (isHidden) continue;
    if (hasNewerCharts(rewriting.original, part))
      rewriting.warn("chart-left-out", "Charts of newer kinds, such as waterfalls and treemaps, are not drawn.", place);
    if (inCells && RICH_ERROR.test(rewriting.bytes(part)?.toString("latin1") ?? ""))
      rewriting.warn("picture-left-out", "Pictures that are values of cells are not drawn.", place);
    if (hasHeaderPictures) rewriting.warn("picture-left-out", "Pictures in the header or footer are not drawn.", place);
  }
};
