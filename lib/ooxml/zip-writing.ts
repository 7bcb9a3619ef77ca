import { crc32 } from "node:zlib";
import type { Archive, Packed, Stored } from "./zip.ts";

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const VERSION = 20;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** The first day that the format knows: 1 January 1980. */
const DAY = 0x0021;

const header = (stored: Stored, size: number, name: Buffer, length: number, at: number): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt16LE(VERSION, at);
  bytes.writeUInt16LE(UTF8, at + 2);
  bytes.writeUInt16LE(stored.method, at + 4);
  bytes.writeUInt16LE(DAY, at + 8);
  bytes.writeUInt32LE(stored.crc32, at + 10);
  bytes.writeUInt32LE(stored.bytes.length, at + 14);
  bytes.writeUInt32LE(size, at + 18);
  bytes.writeUInt16LE(name.length, at + 22);
  return bytes;
};

const end = (count: number, size: number, offset: number): Buffer => {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt32LE(END);
  bytes.writeUInt16LE(count, 8);
  bytes.writeUInt16LE(count, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(offset, 16);
  return bytes;
};

const plain = (bytes: Buffer): Stored => ({ method: 0, crc32: crc32(bytes), bytes });

/**
 * An archive with some files' contents changed, by their names in lower case, and those without content left out (PKWARE's
 * APPNOTE 6.3, 4.3). What is not changed is copied as it is packed; what is changed is not packed, for its reader is near.
 */
export const changedZip = (archive: Archive, changes: ReadonlyMap<string, Buffer | undefined>): Buffer => {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  const add = (file: Packed, stored: Stored, size: number): void => {
    const name = Buffer.from(file.name);
    const local = header(stored, size, name, 30, 4);
    local.writeUInt32LE(LOCAL);
    const central = header(stored, size, name, 46, 6);
    central.writeUInt32LE(CENTRAL);
    central.writeUInt32LE(offset, 42);
    locals.push(local, name, stored.bytes);
    directory.push(central, name);
    offset += local.length + name.length + stored.bytes.length;
  };
  for (const [key, file] of archive.files) {
    const change = changes.get(key);
    if (change !== undefined) add(file, plain(change), change.length);
    else if (!changes.has(key)) add(file, archive.stored(file), file.size);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...locals, ...directory, end(directory.length / 2, size, offset)]);
};
