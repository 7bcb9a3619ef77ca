import { tagsNamed, textOf } from "../markup.ts";
import type { Package } from "../package.ts";
import type { PackageRewriter } from "../rewriting.ts";
import { type Sheet, workbookPart } from "./workbook.ts";

const RICH_VALUE_STRUCTURES = "rdRichValueStructure";

/** Whether some cells of a workbook have pictures for their values ([MS-XLSX] 2.3.6.1: rich values). */
const hasCellPictures = (found: Package): boolean =>
  found.relationships(workbookPart(found)).some(({ type, part }) => {
    const file = type === RICH_VALUE_STRUCTURES ? found.files.get(part ?? "") : undefined;
    const structures = file === undefined ? [] : tagsNamed(textOf(found.read(file)), "s");
    return structures.some(({ attributes }) => /^_(local|web)Image$/.test(attributes["t"] ?? ""));
  });

/** A cell that is an error for programs without rich values. */
const RICH_ERROR = /<(?:[\w.-]{1,40}:)?c(?=\s)(?=[^>]{0,200}\svm=)(?=[^>]{0,200}\st=["']e["'])/;

/** Whether a sheet shows charts of kinds that came after ECMA-376, such as waterfalls and treemaps ([MS-ODRAWXML] 2.24). */
const hasNewerCharts = (found: Package, sheet: string): boolean =>
  found
    .relationships(sheet)
    .some(
      ({ type, part }) =>
        type === "drawing" &&
        part !== undefined &&
        found.relationships(part).some(({ type: drawn }) => drawn === "chartEx"),
    );

/** Warns of charts and pictures that LibreOffice does not draw: in cells, where it prints an error, and in headers and footers. */
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
