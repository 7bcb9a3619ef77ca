/** The record with a format for numbers (MS-XLS, 2.4.126), and one that no program knows. */
const [FORMAT, UNKNOWN_RECORD] = [0x41e, 0x0fff];
const HEAD_BYTES = 4;

/** Dates and times that have a number without a record in the file (ECMA-376, part 1, 18.8.30). */
const BUILT_IN_FORMATS: ReadonlyMap<number, string> = new Map([
  [15, "d-mmm-yy"],
  [16, "d-mmm"],
  [17, "mmm-yy"],
  [18, "h:mm AM/PM"],
  [19, "h:mm:ss AM/PM"],
  [22, "m/d/yyyy h:mm"],
]);

const recordOf = (id: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt16LE(id);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
};

const formatRecord = (number: number, code: string): Buffer => {
  const content = Buffer.alloc(5 + code.length);
  content.writeUInt16LE(number);
  content.writeUInt16LE(code.length, 2);
  content.write(code, 5, "latin1");
  return recordOf(FORMAT, content);
};

const RECORDS = Buffer.concat([...BUILT_IN_FORMATS].map(([number, code]) => formatRecord(number, code)));

/** Whether the records of the formats take the place of a record that ends there. */
export const hasRoomForFormats = (start: number, end: number): boolean => end - start >= RECORDS.length + HEAD_BYTES;

/**
 * Writes records of the formats in place of one that is not printed. Without them LibreOffice prints other formats, such as
 * `10/33` for `Oct-33`. Records that follow in the file have priority.
 */
export const writeFormats = (content: Buffer, start: number, end: number): void => {
  const rest = start + RECORDS.length;
  RECORDS.copy(content, start);
  recordOf(UNKNOWN_RECORD, Buffer.alloc(end - rest - HEAD_BYTES)).copy(content, rest);
};
