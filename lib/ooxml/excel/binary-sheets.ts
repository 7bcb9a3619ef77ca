import { ServiceError } from "../../errors/service-error.ts";
import type { Package } from "../package.ts";
import { PackageRewriter } from "../rewriting.ts";
import { binaryNumberChanges, withPrintedNumbers } from "./binary-numbers.ts";
import { type BinaryRecord, recordsIn } from "./binary-records.ts";
import { callsHyperlink } from "./formula-tokens.ts";
import { dropPivotRelationships } from "./misread-parts.ts";
import { workbookPart } from "./workbook.ts";

/** The sheets of a binary workbook. */
const BINARY_SHEET = /^xl\/worksheets\/[^/]+\.bin$/;

/** Records of formulas with a text, a number, a boolean or an error, and those of cells with such a value ([MS-XLSB] 2.3.2). */
const [TEXT_FORMULA, NUMBER_FORMULA] = [8, 9];
const CELLS_BY_FORMULA: ReadonlyMap<number, number> = new Map([
  [TEXT_FORMULA, 6],
  [NUMBER_FORMULA, 5],
  [10, 4],
  [11, 3],
]);
/** Records that may follow a formula: what it shares with others (BrtArrFmla, BrtShrFmla, BrtTable). */
const DEFINITIONS = new Set([426, 427, 428]);
/** The protection of a sheet from changes (BrtSheetProtection, BrtSheetProtectionIso). */
const PROTECTION = new Set([535, 677]);
/** A record that no program knows, and which readers pass over, as its bytes. */
const UNKNOWN_RECORD = [0xff, 0x1f] as const;

/** The column and format at the beginning of a cell, before its value. */
const CELL_BYTES = 8;

/** The record of a cell with the value of a formula; undefined for a record that is no whole formula. */
const cellFor = ({ id, start, end }: BinaryRecord): number | undefined =>
  end - start > CELL_BYTES + (id === NUMBER_FORMULA ? 7 : 3) ? CELLS_BY_FORMULA.get(id) : undefined;

/** Whether a value was calculated: programs that do not calculate store 0 or an empty text. */
const isMeaningful = (content: Buffer, { id, start }: BinaryRecord): boolean => {
  const value = start + CELL_BYTES;
  if (id === NUMBER_FORMULA) return content.readDoubleLE(value) !== 0;
  return id !== TEXT_FORMULA || content.readUInt32LE(value) !== 0;
};

const hasMeaningfulValues = (content: Buffer): boolean => {
  for (const record of recordsIn(content))
    if (cellFor(record) !== undefined && isMeaningful(content, record)) return true;
  return false;
};

/** The beginning of conditional formats (BrtBeginConditionalFormatting, BrtBeginConditionalFormatting14). */
const CONDITIONAL_FORMATS = new Set([461, 1046]);

/** Whether numbers of a sheet are calculated from, though values are kept: by a link, or by conditional formats. */
const calculates = (content: Buffer): boolean => {
  for (const { id, start, end } of recordsIn(content)) {
    if (CONDITIONAL_FORMATS.has(id)) return true;
    if (CELLS_BY_FORMULA.has(id) && callsHyperlink(content.subarray(start, end))) return true;
  }
  return false;
};

const hasFormulas = (content: Buffer): boolean => {
  for (const { id } of recordsIn(content)) if (CELLS_BY_FORMULA.has(id)) return true;
  return false;
};

/** A sheet with values in place of its formulas. A cell with a value begins as a formula with it does. */
const withValues = (original: Buffer): Buffer => {
  const content = Buffer.from(original);
  let isKept = false;
  for (const record of recordsIn(content)) {
    const { id, at, start, end } = record;
    const cell = cellFor(record);
    if (DEFINITIONS.has(id) && isKept) content.set(UNKNOWN_RECORD, at);
    else if (cell !== undefined) {
      isKept = !callsHyperlink(content.subarray(start, end));
      if (isKept) content[at] = cell;
    }
  }
  return content;
};

/** A sheet without its protection, under which numbers cannot be fitted to their columns; undefined if it has none. */
const withoutProtection = (original: Buffer): Buffer | undefined => {
  const places = [...recordsIn(original)].flatMap(({ id, at }) => (PROTECTION.has(id) ? at : []));
  if (places.length === 0) return undefined;
  const content = Buffer.from(original);
  for (const at of places) content.set(UNKNOWN_RECORD, at);
  return content;
};

/** The program that wrote a workbook (BrtFileVersion): a GUID and four texts. In the test versions of Excel 2007 it has less. */
const FILE_VERSION = 128;
const FILE_VERSION_MIN_BYTES = 32;

/** Throws UNSUPPORTED_MEDIA_TYPE for a workbook of a test version of Excel 2007, whose records have other fields. */
const assertReleasedFormat = (content: Buffer): void => {
  for (const { id, start, end } of recordsIn(content)) {
    if (id !== FILE_VERSION || end - start >= FILE_VERSION_MIN_BYTES) continue;
    throw new ServiceError(
      "UNSUPPORTED_MEDIA_TYPE",
      "file is a binary workbook (.xlsb) of a test version of Excel 2007, which is not accepted.",
      { reason: "document-unsupported" },
    );
  }
};

/**
 * A binary workbook (.xlsb) that prints what Excel has stored in its cells: without its pivot tables, which LibreOffice would lay
 * out anew, with values in place of the formulas, some of which LibreOffice does not understand, with the digits of Excel, and without the
 * protection of its sheets. Undefined if there is nothing to change.
 * Throws UNSUPPORTED_MEDIA_TYPE for a format that LibreOffice would print as an empty page.
 */
export const withStoredBinaryCells = (officePackage: Package): Buffer | undefined => {
  const rewriting = new PackageRewriter(officePackage);
  assertReleasedFormat(rewriting.bytes(workbookPart(officePackage)) ?? Buffer.alloc(0));
  const sheets = [...officePackage.files.keys()].filter((part) => BINARY_SHEET.test(part));
  dropPivotRelationships(rewriting, sheets);
  const contentOf = (sheet: string) => rewriting.bytes(sheet) ?? Buffer.alloc(0);
  const keepsValues = sheets.some((sheet) => hasMeaningfulValues(contentOf(sheet)));
  const isCalculated = sheets.some((sheet) => (keepsValues ? calculates : hasFormulas)(contentOf(sheet)));
  const changes = isCalculated ? [] : binaryNumberChanges(rewriting);
  for (const sheet of sheets) {
    const original = contentOf(sheet);
    const unprotected = withoutProtection(original);
    const stored = keepsValues ? withValues(unprotected ?? original) : unprotected;
    const printed = withPrintedNumbers(stored ?? original, changes) ?? stored;
    if (printed !== undefined) rewriting.replace(sheet, printed);
  }
  return rewriting.finish();
};
