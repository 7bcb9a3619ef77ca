import { callsHyperlink } from "../ooxml/excel/formula-tokens.ts";
import { hasRoomForFormats, writeFormats } from "./built-in-formats.ts";
import { CompoundFile } from "./compound-file.ts";
import { HEAD_BYTES, Records } from "./excel-records.ts";
import { fillHollowMarkers } from "./hollow-markers.ts";
import { printStoredNumbers } from "./stored-numbers.ts";

/** Records of an old workbook (MS-XLS, 2.3.1). */
const [FORMULA, NUMBER, LABEL, BOOLEAN_OR_ERROR, STRING, CONTINUE] = [0x06, 0x203, 0x204, 0x205, 0x207, 0x3c];
/** Records that are left out: the protection of a sheet from changes, and the layout of a pivot table. */
const LEFT_OUT = [0x12, 0xb0];
/** The name of the user who saved the workbook last. */
const WRITE_ACCESS = 0x5c;
/** The beginning of conditional formats, which are calculated from numbers (CONDFMT, CONDFMT12). */
const CONDITIONAL_FORMATS = [0x1b0, 0x879];
/** Records that may follow a formula: what it shares with others (SHRFMLA, ARRAY, TABLE). */
const DEFINITIONS = new Set([0x4bc, 0x221, 0x236]);
/** A record that no program knows, and which readers pass over. */
const UNKNOWN_RECORD = 0x0fff;

/** The size of a record is a number of two bytes. */
const SIZE_LIMIT_BYTES = 0xffff;
/** The row, column and format at the beginning of a cell, the stored value of a formula after them, and its flags. */
const [CELL_BYTES, VALUE_BYTES] = [6, 8];
const FORMULA_MIN_BYTES = 22;
/** The flag of programs that do not calculate. */
const CALCULATE_AT_LOAD = 0x02;

/** The kinds of stored values that are no numbers, by their first byte (MS-XLS, 2.5.133). */
const [TEXT_VALUE, ERROR_VALUE, EMPTY_TEXT_VALUE] = [0, 2, 3];
const NO_NUMBER = 0xffff;

/** The stored value of a formula, and its kind if it is no number. */
const valueAt = ({ content }: Records, at: number) => {
  const start = at + HEAD_BYTES + CELL_BYTES;
  const bytes = content.subarray(start, start + VALUE_BYTES);
  return { bytes, kind: bytes.readUInt16LE(6) === NO_NUMBER ? bytes[0] : undefined };
};

/** The formulas that have a stored value. */
const valuedFormulas = function* (records: Records): Generator<number> {
  for (const at of records.of(FORMULA)) {
    if (records.endOf(at) - at - HEAD_BYTES < FORMULA_MIN_BYTES) continue;
    const flags = records.content.readUInt16LE(at + HEAD_BYTES + CELL_BYTES + VALUE_BYTES);
    if ((flags & CALCULATE_AT_LOAD) === 0) yield at;
  }
};

/** Whether a value was calculated: programs that do not calculate store 0 or an empty text. */
const isMeaningful = (records: Records, at: number): boolean => {
  const { bytes, kind } = valueAt(records, at);
  return kind === undefined ? bytes.readDoubleLE() !== 0 : kind !== EMPTY_TEXT_VALUE;
};

/** Turns the records from `at` to `end` into a text cell. Its text is the content of a record STRING. */
const writeText = (records: Records, at: number, end: number, text: Buffer): void => {
  const start = at + HEAD_BYTES + CELL_BYTES;
  const rest = start + text.length;
  records.write(at, LABEL, CELL_BYTES + text.length);
  text.copy(records.content, start);
  records.write(rest, UNKNOWN_RECORD, end - rest - HEAD_BYTES);
};

const EMPTY_TEXT = Buffer.alloc(3);

/** Turns a formula into its stored value, in place. */
const keepValue = (records: Records, at: number): void => {
  const { content } = records;
  const { bytes, kind } = valueAt(records, at);
  const end = records.endOf(at);
  const hasDefinition = DEFINITIONS.has(records.idAt(end) ?? 0);
  const string = hasDefinition ? records.endOf(end) : end;
  const hasString =
    records.idAt(string) === STRING && records.endOf(string) <= Math.min(content.length, at + SIZE_LIMIT_BYTES);
  const stringEnd = hasString ? records.endOf(string) : undefined;
  if (kind === TEXT_VALUE && (stringEnd === undefined || records.idAt(stringEnd) === CONTINUE)) return;
  if (hasDefinition) records.write(end, UNKNOWN_RECORD);
  if (kind === undefined) records.write(at, NUMBER);
  else if (kind === EMPTY_TEXT_VALUE) writeText(records, at, end, EMPTY_TEXT);
  else if (kind === TEXT_VALUE && stringEnd !== undefined)
    writeText(records, at, stringEnd, Buffer.from(content.subarray(string + HEAD_BYTES, stringEnd)));
  else {
    const value = bytes[2]!;
    const start = at + HEAD_BYTES + CELL_BYTES;
    records.write(at, BOOLEAN_OR_ERROR);
    content[start] = value;
    content[start + 1] = kind === ERROR_VALUE ? 1 : 0;
  }
};

/**
 * An old workbook (.xls) that prints what Excel has stored in its cells: without its pivot tables, which LibreOffice would lay
 * out anew, with values in place of the formulas, some of which LibreOffice does not understand, with the built-in formats
 * and the digits of Excel, with charts whose markers can be seen, and without protection, under which numbers cannot be fitted to
 * their columns. Of an encrypted workbook only the heads of its records can be read.
 */
export const withStoredCells = (bytes: Buffer, isEncrypted: boolean): Buffer => {
  const file = new CompoundFile(bytes);
  const stream = file.names.has("Workbook") ? "Workbook" : "Book";
  const records = new Records(file.read(stream));
  let isChanged = false;
  for (const at of LEFT_OUT.flatMap((id) => [...records.of(id)])) {
    records.write(at, UNKNOWN_RECORD);
    isChanged = true;
  }
  if (stream === "Workbook" && !isEncrypted) {
    for (const at of records.of(WRITE_ACCESS)) {
      if (!hasRoomForFormats(at, records.endOf(at))) continue;
      writeFormats(records.content, at, records.endOf(at));
      isChanged = true;
    }
    if (fillHollowMarkers(records)) isChanged = true;
  }
  const formulas = isEncrypted ? [] : [...valuedFormulas(records)];
  if (formulas.some((at) => isMeaningful(records, at))) {
    for (const at of formulas) if (!callsHyperlink(records.contentAt(at))) keepValue(records, at);
    isChanged = true;
  }
  const isCalculated = records.of(FORMULA, ...CONDITIONAL_FORMATS).next().done === false;
  if (stream === "Workbook" && !isEncrypted && !isCalculated && printStoredNumbers(records)) isChanged = true;
  return isChanged ? file.withContent(stream, records.content) : bytes;
};
