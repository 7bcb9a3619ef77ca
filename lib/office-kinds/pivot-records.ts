import { CompoundFile } from "./compound-file.ts";

/** The record that begins a pivot table (MS-XLS, 2.4.313). Excel keeps its head readable in an encrypted workbook, too. */
const PIVOT_TABLE_RECORD = 0xb0;
/** A record that no program knows, and which readers pass over. */
const UNKNOWN_RECORD = 0x0fff;
const RECORD_HEAD_BYTES = 4;

/**
 * An old workbook (.xls) whose pivot tables are their stored cells. LibreOffice would lay the tables out anew, and prints
 * "(empty)" for one whose source it does not read.
 */
export const withoutPivotRecords = (bytes: Buffer): Buffer => {
  const file = new CompoundFile(bytes);
  const stream = file.names.has("Workbook") ? "Workbook" : "Book";
  const content = file.read(stream);
  const changes = new Map<number, number>();
  for (let at = 0; at + RECORD_HEAD_BYTES <= content.length; ) {
    if (content.readUInt16LE(at) === PIVOT_TABLE_RECORD) {
      changes.set(at, UNKNOWN_RECORD & 0xff);
      changes.set(at + 1, UNKNOWN_RECORD >>> 8);
    }
    at += RECORD_HEAD_BYTES + content.readUInt16LE(at + 2);
  }
  return changes.size === 0 ? bytes : file.withBytes(stream, changes);
};
