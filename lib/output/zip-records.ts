/** The versions of the format that a reader needs (APPNOTE 4.4.3): for plain archives, and for ZIP64. */
const [VERSION, VERSION_64] = [20, 45];
/** Names are in UTF-8 (bit 11 of the flags, 4.4.4). */
const UTF8_NAMES = 1 << 11;
/** The first date of the format, the first of January 1980 (4.4.6): the same files give the same bytes. */
const FIRST_DATE = 0x21;
/** A Unix system has made the archive (4.4.2): Info-ZIP reads names of other systems in old code pages, whatever the flag says. */
const UNIX = 3 << 8;
/** On it each file is a regular one that its owner writes and all read (4.4.15). */
const FILE_ATTRIBUTES = 0o100644 * 0x1_0000;
/** What stands for a number that only ZIP64 can hold (4.4.1.4). */
const [TOO_MANY, TOO_LARGE] = [0xffff, 0xffff_ffff];

type SizedNumber = readonly [width: 2 | 4 | 8, value: number];

/** A record that begins with its signature; the numbers follow with their widths in bytes. */
const record = (signature: number, ...numbers: readonly SizedNumber[]): Buffer => {
  const bytes = Buffer.alloc(numbers.reduce((length, [width]) => length + width, 4));
  bytes.writeUInt32LE(signature);
  let at = 4;
  for (const [width, value] of numbers) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
};

/** A file of an archive, which stores it as it is: its name, its bytes, and their CRC-32. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly checksum: number;
}

/** The fields that the local header and the central one share, from the version on (4.3.7), up to the length of extra fields. */
const commonFields = ({ size, checksum }: ZipEntry, path: Buffer, version: number): SizedNumber[] => [
  [2, version],
  [2, UTF8_NAMES],
  [2, 0], // stored
  [2, 0], // midnight
  [2, FIRST_DATE],
  [4, checksum],
  [4, size],
  [4, size],
  [2, path.length],
];

/** What precedes the bytes of a file. */
export const localHeader = (entry: ZipEntry): Buffer[] => {
  const path = Buffer.from(entry.name);
  return [record(0x04034b50, ...commonFields(entry, path, VERSION), [2, 0]), path];
};

/** The entry in the directory of a file whose local header is at an offset. */
export const directoryEntry = (entry: ZipEntry, offset: number): Buffer[] => {
  const path = Buffer.from(entry.name);
  const isFar = offset >= TOO_LARGE;
  const extra = isFar ? [record(0x0008_0001, [8, offset])] : [];
  const place: SizedNumber[] = [
    [2, isFar ? 12 : 0],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, FILE_ATTRIBUTES],
    [4, isFar ? TOO_LARGE : offset],
  ];
  const version = isFar ? VERSION_64 : VERSION;
  return [record(0x02014b50, [2, UNIX | version], ...commonFields(entry, path, version), ...place), path, ...extra];
};

/** What follows the directory, which has `count` entries and `size` bytes and begins at `start`. */
export const directoryEnd = (count: number, size: number, start: number): Buffer[] => {
  const is64 = count >= TOO_MANY || size >= TOO_LARGE || start >= TOO_LARGE;
  const zip64 = [
    record(
      0x06064b50,
      [8, 44],
      [2, VERSION_64],
      [2, VERSION_64],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, size],
      [8, start],
    ),
    record(0x07064b50, [4, 0], [8, start + size], [4, 1]),
  ];
  const counts: SizedNumber = [2, Math.min(count, TOO_MANY)];
  const end = record(
    0x06054b50,
    [2, 0],
    [2, 0],
    counts,
    counts,
    [4, Math.min(size, TOO_LARGE)],
    [4, Math.min(start, TOO_LARGE)],
    [2, 0],
  );
  return is64 ? [...zip64, end] : [end];
};
