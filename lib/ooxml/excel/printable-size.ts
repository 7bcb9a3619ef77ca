import { tooComplex } from "../../errors/document-errors.ts";
import type { Package } from "../package.ts";
import { elementEnd, localName, nextTag } from "../tags.ts";
import { type Sheet, workbookPart } from "./workbook.ts";

/** Excel's limit for the text of a cell. Only longer texts are counted: files of real programs do not share them. */
const CELL_LIMIT_CHARACTERS = 32_767;

/** The lengths of the shared strings above the limit of a cell, by their indexes. */
const longTextLengths = (xml: string): Map<number, number> => {
  const lengths = new Map<number, number>();
  let index = 0;
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    if (localName(tag.name) !== "si" || tag.isEnd) continue;
    const end = elementEnd(xml, tag);
    if (end - tag.end > CELL_LIMIT_CHARACTERS) lengths.set(index, end - tag.end);
    index++;
    tag = { ...tag, end };
  }
  return lengths;
};

const SHARED_STRING_TYPE = /\st\s*=\s*["']s["']/;

/** The total length of these shared strings in a sheet's cells. */
const charactersIn = (xml: string, lengths: ReadonlyMap<number, number>): number => {
  let [sum, isShared] = [0, false];
  for (let tag = nextTag(xml, 0); tag !== undefined; tag = nextTag(xml, tag.end)) {
    const name = localName(tag.name);
    if (tag.isEnd) continue;
    if (name === "c") isShared = SHARED_STRING_TYPE.test(xml.slice(tag.start, tag.end));
    else if (name === "v" && isShared) sum += lengths.get(Number.parseInt(xml.slice(tag.end, tag.end + 12), 10)) ?? 0;
  }
  return sum;
};

/** The total length of the shared strings above the limit of a cell, counted once for each cell that shows them. */
const longTextCharacters = (officePackage: Package, workbook: string, sheets: readonly Sheet[]): number => {
  const part = officePackage.relationships(workbook).find(({ type }) => type === "sharedStrings")?.part ?? "";
  const file = officePackage.files.get(part);
  if (file === undefined || file.size <= CELL_LIMIT_CHARACTERS) return 0;
  const lengths = longTextLengths(officePackage.read(file).toString("latin1"));
  if (lengths.size === 0) return 0;
  const contents = sheets.flatMap((sheet) => officePackage.files.get(sheet.part ?? "") ?? []);
  return contents.reduce(
    (sum, content) => sum + charactersIn(officePackage.read(content).toString("latin1"), lengths),
    0,
  );
};

/** The least time that LibreOffice takes for a cell on a fast machine. */
const MS_PER_CELL = 0.02;

/** The least time for a character of a text above the limit of a cell, for each cell that shows the text. */
const MS_PER_LONG_CHARACTER = 0.0004;

/** Throws PROCESSING_FAILED for a workbook that LibreOffice cannot print by the deadline. */
export const assertPrintableSize = (officePackage: Package, sheets: readonly Sheet[], deadlineMs: number): void => {
  const cells = sheets.reduce((sum, sheet) => sum + sheet.cells, 0);
  if (cells * MS_PER_CELL > deadlineMs) {
    const [count, limit] = [cells, Math.floor(deadlineMs / MS_PER_CELL)].map((number) => number.toLocaleString("en"));
    throw tooComplex(
      `The workbook has ${count} cells: more than ${limit} cannot be printed within ${deadlineMs / 1000} s.`,
    );
  }
  const characters = longTextCharacters(officePackage, workbookPart(officePackage), sheets);
  if (characters * MS_PER_LONG_CHARACTER <= deadlineMs) return;
  throw tooComplex(
    `The workbook's cells show texts of ${characters.toLocaleString("en")} characters in all, each of them longer than the 32,767 that a cell holds: they cannot be printed within ${deadlineMs / 1000} s.`,
  );
};
