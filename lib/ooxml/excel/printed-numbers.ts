import { tagsNamed } from "../markup.ts";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import { changedNumber, type NumberChange, numberChanges, type WorkbookFormats } from "./number-formats.ts";
import { type Sheet, stylesPart, workbookPart } from "./workbook.ts";

const GENERAL_FORMAT = 0;

/** The elements in a list of a style sheet; undefined if it has no such list. */
const listIn = (styles: string, list: string, element: string) => {
  const start = styles.search(new RegExp(`<(?:[\\w.-]{1,40}:)?${list}[\\s>]`));
  const length = styles.slice(Math.max(start, 0)).search(new RegExp(`</(?:[\\w.-]{1,40}:)?${list}\\s{0,9}>`));
  return start < 0 || length < 0 ? undefined : tagsNamed(styles.slice(start, start + length), element);
};

/** The formats of a workbook (18.8.10, 18.8.31). */
const formatsOf = (styles: string): Omit<WorkbookFormats, "movesDays"> => {
  const codes = new Map<number, string>();
  for (const { attributes } of listIn(styles, "numFmts", "numFmt") ?? []) {
    const { numFmtId, formatCode = "" } = attributes;
    codes.set(Number(numFmtId), formatCode);
  }
  const formats = listIn(styles, "cellXfs", "xf");
  return {
    codes,
    cellFormats: formats?.map(({ attributes }) => Number(attributes["numFmtId"] ?? GENERAL_FORMAT)) ?? [GENERAL_FORMAT],
  };
};

/**
 * A cell with a number: the prefix of its elements, its attributes, what stands before the number, and the number. Integers of
 * three digits and more are never changed.
 */
const NUMBER_CELL =
  /<((?:[\w.-]{1,40}:)?)c((?:\s[^<>]{0,400})?)>(\s{0,99}(?:<\1f(?:\s[^<>]{0,400})?(?:\/>|>[^<]{0,9999}<\/\1f>)\s{0,99})?<\1v>)((?=\d{1,2}<|-?\d{0,40}[.eE])[\d.eE+-]{1,40})</g;

const FORMAT = /\ss\s{0,9}=\s{0,9}["'](\d{1,9})["']/;
const TYPE = /\st\s{0,9}=\s{0,9}["'](?!n["'])/;

const withChanges = (xml: string, changes: readonly (NumberChange | undefined)[]): string | undefined => {
  const edits = new Edits(xml);
  for (const { index, 0: all, 2: attributes = "", 4: text = "" } of xml.matchAll(NUMBER_CELL)) {
    const change = changes[Number(FORMAT.exec(attributes)?.[1] ?? 0)];
    if (change === undefined || TYPE.test(attributes)) continue;
    const changed = changedNumber(change, Number(text));
    const end = index + all.length - 1;
    if (changed !== undefined) edits.replace(end - text.length, end, String(changed));
  }
  return edits.result;
};

/** What is calculated from numbers of any sheet: a link, whose formula stays, and a conditional format of Excel 2010. */
const CALCULATED_FROM_WORKBOOK = /HYPERLINK\(|:conditionalFormatting/i;
/** What is calculated from the numbers of its own sheet. */
const CALCULATED_FROM_SHEET = "<conditionalFormatting";

/**
 * Changes numbers in the cells of a workbook so that LibreOffice prints what Excel prints. It is for workbooks without formulas
 * to calculate. Numbers from which links or conditional formats are calculated stay as they are. With `drawsNumbers` charts or
 * sparklines may draw the numbers, so that no day is moved.
 */
export const printNumbersAsExcel = (
  rewriting: PackageRewriter,
  sheets: readonly Sheet[],
  drawsNumbers: boolean,
): void => {
  const parts = sheets.flatMap(({ part }) => part ?? []);
  if (parts.some((part) => CALCULATED_FROM_WORKBOOK.test(rewriting.raw(part)))) return;
  const [properties] = tagsNamed(rewriting.text(workbookPart(rewriting.original)), "workbookPr");
  const movesDays = !drawsNumbers && !/^(?:1|true)$/.test(properties?.attributes["date1904"] ?? "");
  const changes = numberChanges({ ...formatsOf(rewriting.text(stylesPart(rewriting.original))), movesDays });
  for (const part of parts)
    if (!rewriting.raw(part).includes(CALCULATED_FROM_SHEET))
      rewriting.change(part, (xml) => withChanges(xml, changes));
};
