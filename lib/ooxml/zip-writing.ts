import { crc32 } from "node:zlib";
import type { Archive, ArchiveFile, StoredContent } from "./zip.ts";

const [LOCAL_HEADER_SIGNATURE, CENTRAL_HEADER_SIGNATURE, END_OF_DIRECTORY_SIGNATURE] = [
  0x04034b50, 0x02014b50, 0x06054b50,
];
const VERSION_NEEDED = 20;
const UTF8_NAME_FLAG = 0x0800;
/** The earliest date of the format: 1 January 1980. */
const EARLIEST_DATE = 0x0021;

const writeHeader = ({ stored, size, name }: NewEntry, length: number, at: number): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt16LE(VERSION_NEEDED, at);
  bytes.writeUInt16LE(UTF8_NAME_FLAG, at + 2);
  bytes.writeUInt16LE(stored.method, at + 4);
  bytes.writeUInt16LE(EARLIEST_DATE, at + 8);
  bytes.writeUInt32LE(stored.crc32, at + 10);
  bytes.writeUInt32LE(stored.bytes.length, at + 14);
  bytes.writeUInt32LE(size, at + 18);
  bytes.writeUInt16LE(name.length, at + 22);
  return bytes;
};

/** A file of a new archive; `size` is that of its unpacked content. */
interface NewEntry {
  readonly stored: StoredContent;
  readonly size: number;
  readonly name: Buffer;
}

const endOfDirectory = (count: number, size: number, offset: number): Buffer => {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(END_OF_DIRECTORY_SIGNATURE);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
};

const storeUncompressed = (bytes: Buffer): StoredContent => ({ method: 0, crc32: crc32(bytes), bytes });

/**
 * Writes an archive (PKWARE's APPNOTE 6.3, 4.3) with new contents for some files, by their names in lower case. A file whose
 * new content is undefined is left out. Unchanged files stay compressed. Changed files are stored uncompressed, because
 * LibreOffice reads them at once.
 */
export const rewriteZip = (archive: Archive, changes: ReadonlyMap<string, Buffer | undefined>): Buffer => {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  const add = (file: ArchiveFile, stored: StoredContent, size: number): void => {
    const name = Buffer.from(file.name);
    const entry = { stored, size, name };
    const local = writeHeader(entry, 30, 4);
    local.writeUInt32LE(LOCAL_HEADER_SIGNATURE);
    const central = writeHeader(entry, 46, 6);
    central.writeUInt32LE(CENTRAL_HEADER_SIGNATURE);
    central.writeUInt32LE(offset, 42);
    locals.push(local, name, stored.bytes);
    directory.push(central, name);
    offset += local.length + name.length + stored.bytes.length;
  };
  for (const [key, file] of archive.files) {
    const change = changes.get(key);
    if (change !== undefined) add(file, storeUncompressed(change), change.length);
    else if (!changes.has(key)) add(file, archive.stored(file), file.size);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...locals, ...directory, endOfDirectory(directory.length / 2, size, offset)]);
};
