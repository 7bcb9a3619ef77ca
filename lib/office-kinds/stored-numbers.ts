import { changedNumber, changedRkNumber, type NumberChange, numberChanges } from "../ooxml/excel/number-formats.ts";
import type { Records } from "./excel-records.ts";

/** Records of a workbook (MS-XLS, 2.3.1): the year of its dates, a format, the format of cells, and a chart. */
const [DATE_MODE, FORMAT, CELL_FORMAT, CHART] = [0x22, 0x41e, 0xe0, 0x1002];
/** Records of a cell with a number, of one with an RK number, and of several beside each other with RK numbers. */
const [NUMBER, RK, SEVERAL_RK] = [0x203, 0x27e, 0xbd];

/** The row and the column at the beginning of a cell, the format after them, and an RK number. */
const [PLACE_BYTES, FORMAT_BYTES, RK_BYTES] = [4, 2, 4];
const VALUE_AT = PLACE_BYTES + FORMAT_BYTES;

/** The code of a format: its length in characters, a flag for those of two bytes, and the characters (2.5.294). */
const codeOf = (content: Buffer): string => {
  const isWide = ((content[4] ?? 0) & 1) === 1;
  const size = content.readUInt16LE(2) * (isWide ? 2 : 1);
  return content.toString(isWide ? "utf16le" : "latin1", 5, 5 + size);
};

/** The changes for the numbers of a workbook, by the index of their cell formats. */
const changesOf = (records: Records): readonly (NumberChange | undefined)[] => {
  const codes = new Map<number, string>();
  const cellFormats: number[] = [];
  let movesDays = true;
  for (const at of records.of(DATE_MODE, FORMAT, CELL_FORMAT, CHART)) {
    const content = records.contentAt(at);
    const id = records.idAt(at);
    if (id === CHART || (id === DATE_MODE && content[0] === 1)) movesDays = false;
    else if (id === FORMAT && content.length >= 5) codes.set(content.readUInt16LE(), codeOf(content));
    else if (id === CELL_FORMAT && content.length >= 4) cellFormats.push(content.readUInt16LE(2));
  }
  return numberChanges({ cellFormats, codes, movesDays });
};

/** Changes the number of a cell; returns whether it did. */
const changeNumber = (cell: Buffer, changes: readonly (NumberChange | undefined)[]): boolean => {
  if (cell.length < VALUE_AT + 8) return false;
  const changed = changedNumber(changes[cell.readUInt16LE(PLACE_BYTES)], cell.readDoubleLE(VALUE_AT));
  if (changed !== undefined) cell.writeDoubleLE(changed, VALUE_AT);
  return changed !== undefined;
};

/** Changes the RK numbers of cells beside each other; returns whether there was one to change. */
const changeRkNumbers = (cells: Buffer, changes: readonly (NumberChange | undefined)[]): boolean => {
  let isChanged = false;
  for (let at = PLACE_BYTES; at + FORMAT_BYTES + RK_BYTES <= cells.length; at += FORMAT_BYTES + RK_BYTES) {
    const changed = changedRkNumber(changes[cells.readUInt16LE(at)], cells.readInt32LE(at + FORMAT_BYTES));
    if (changed === undefined) continue;
    cells.writeInt32LE(changed, at + FORMAT_BYTES);
    isChanged = true;
  }
  return isChanged;
};

/**
 * Changes numbers in the cells of an old workbook (.xls of Excel 97 and later) so that LibreOffice prints what Excel prints.
 * Returns whether there was one to change. It is for workbooks in which nothing is calculated from them.
 */
export const printStoredNumbers = (records: Records): boolean => {
  const changes = changesOf(records);
  let isChanged = false;
  for (const at of records.of(NUMBER, RK, SEVERAL_RK)) {
    const change = records.idAt(at) === NUMBER ? changeNumber : changeRkNumbers;
    if (change(records.contentAt(at), changes)) isChanged = true;
  }
  return isChanged;
};
