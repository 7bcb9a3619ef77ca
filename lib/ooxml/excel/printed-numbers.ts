import { tagsNamed } from "../markup.ts";
import { Edits, type PackageRewriter } from "../rewriting.ts";
import { changedNumber, type NumberChange, numberChanges } from "./number-formats.ts";
import { type Sheet, workbookPart } from "./workbook.ts";

const CELL_FORMATS = /<(?:[\w.-]{1,40}:)?cellXfs[\s>]/;
const CELL_FORMATS_END = /<\/(?:[\w.-]{1,40}:)?cellXfs\s{0,9}>/;

const GENERAL = 0;

/** The changes for a workbook's cell formats (18.8.10), by their index. */
const changesOf = (styles: string, countsFrom1904: boolean): readonly (NumberChange | undefined)[] => {
  const codes = new Map<number, string>();
  for (const { attributes } of tagsNamed(styles, "numFmt")) {
    const { numFmtId, formatCode = "" } = attributes;
    codes.set(Number(numFmtId), formatCode);
  }
  const [start, end] = [styles.search(CELL_FORMATS), styles.search(CELL_FORMATS_END)];
  const formats = start < 0 ? [] : tagsNamed(styles.slice(start, Math.max(end, start)), "xf");
  const numbers = formats.map(({ attributes }) => Number(attributes["numFmtId"] ?? GENERAL));
  return numberChanges(start < 0 ? [GENERAL] : numbers, codes, countsFrom1904);
};

/**
 * A cell with a number: the prefix of its elements, its attributes, what stands before the number, and the number. Integers of
 * three digits and more are printed alike.
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

/**
 * Changes numbers in the cells of a workbook so that LibreOffice prints what Excel prints. It is for workbooks in which nothing is
 * calculated from them.
 */
export const printNumbersAsExcel = (rewriting: PackageRewriter, sheets: readonly Sheet[]): void => {
  const workbook = workbookPart(rewriting.original);
  const [properties] = tagsNamed(rewriting.text(workbook), "workbookPr");
  const styles = rewriting.original.relationships(workbook).find(({ type }) => type === "styles")?.part ?? "";
  const changes = changesOf(rewriting.text(styles), /^(?:1|true)$/.test(properties?.attributes["date1904"] ?? ""));
  for (const { part } of sheets) if (part !== undefined) rewriting.change(part, (xml) => withChanges(xml, changes));
};
