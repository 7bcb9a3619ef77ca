import type { PackageRewriter } from "../rewriting.ts";
import { recordsIn } from "./binary-records.ts";
import { changedNumber, changedRkNumber, type NumberChange, numberChanges } from "./number-formats.ts";
import { stylesPart, workbookPart } from "./workbook.ts";

/** Records of a workbook ([MS-XLSB] 2.3.2): its properties, a format, and a cell format in the list of those that cells have. */
const [WORKBOOK_PROPERTIES, FORMAT, CELL_FORMAT, CELL_FORMATS, CELL_FORMATS_END] = [153, 44, 47, 617, 618];
/** The parts of charts. */
const CHART = /^xl\/charts?\//;

/** Records of cells with an RK number, and with another one. */
const [RK_CELL, NUMBER_CELL] = [2, 5];

/** The column, the format in three bytes, and flags in a fourth stand before the value of a cell. */
const [CELL_FORMAT_AT, CELL_FORMAT_BYTES, VALUE_AT] = [4, 3, 8];

const countsFrom1904 = (workbook: Buffer): boolean => {
  for (const { id, start, end } of recordsIn(workbook))
    if (id === WORKBOOK_PROPERTIES && end > start) return (workbook.readUInt8(start) & 1) === 1;
  return false;
};

/** The changes for the numbers of a binary workbook (.xlsb), by the index of their cell formats. */
export const binaryNumberChanges = (rewriting: PackageRewriter): readonly (NumberChange | undefined)[] => {
  const workbook = workbookPart(rewriting.original);
  const styles = rewriting.bytes(stylesPart(rewriting.original)) ?? Buffer.alloc(0);
  const codes = new Map<number, string>();
  const cellFormats: number[] = [];
  let isOfCells = false;
  for (const { id, start, end } of recordsIn(styles)) {
    if (id === CELL_FORMATS || id === CELL_FORMATS_END) isOfCells = id === CELL_FORMATS;
    // The number of a format, and the length of its code in four bytes, stand before the code.
    else if (id === FORMAT && end - start >= 6)
      codes.set(styles.readUInt16LE(start), styles.toString("utf16le", start + 6, end));
    else if (id === CELL_FORMAT && isOfCells && end - start >= 4) cellFormats.push(styles.readUInt16LE(start + 2));
  }
  const isDrawn = [...rewriting.original.files.keys()].some((name) => CHART.test(name));
  const movesDays = !isDrawn && !countsFrom1904(rewriting.bytes(workbook) ?? Buffer.alloc(0));
  return numberChanges({ cellFormats, codes, movesDays });
};

/** A sheet with numbers for which LibreOffice prints what Excel prints; undefined without a change. */
export const withPrintedNumbers = (
  original: Buffer,
  changes: readonly (NumberChange | undefined)[],
): Buffer | undefined => {
  let content: Buffer | undefined;
  for (const { id, start, end } of recordsIn(original)) {
    if ((id !== RK_CELL && id !== NUMBER_CELL) || end - start < VALUE_AT + (id === RK_CELL ? 4 : 8)) continue;
    const change = changes[original.readUIntLE(start + CELL_FORMAT_AT, CELL_FORMAT_BYTES)];
    const value = start + VALUE_AT;
    const changed =
      id === RK_CELL
        ? changedRkNumber(change, original.readInt32LE(value))
        : changedNumber(change, original.readDoubleLE(value));
    if (changed === undefined) continue;
    content ??= Buffer.from(original);
    if (id === RK_CELL) content.writeInt32LE(changed, value);
    else content.writeDoubleLE(changed, value);
  }
  return content;
};
