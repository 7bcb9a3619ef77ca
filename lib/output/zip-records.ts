/** The version of the format that a reader needs (APPNOTE 4.4.3), without and with ZIP64. */
const [VERSION, VERSION_64] = [20, 45];
/** Names are in UTF-8 (bit 11 of the flags, 4.4.4). */
const UTF8_NAMES = 1 << 11;
/** The date of each file, 1 January 1980, the first of the format (4.4.6). The same files always make the same archive. */
const FIRST_DATE = 0x21;
/** A Unix system has made the archive (4.4.2): Info-ZIP reads names of other systems in old code pages, whatever the flag says. */
const UNIX = 3 << 8;
/** The Unix mode of each file: a regular file that its owner may write and all may read (4.4.15). */
const FILE_ATTRIBUTES = 0o100644 * 0x1_0000;
/** The values of fields whose number is in a ZIP64 record instead (4.4.1.4). */
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

/** A file of an archive, which is stored without compression: its name, its size in bytes, and the CRC-32 of its bytes. */
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

/** The local header of a file, which precedes its bytes (4.3.7). */
export const localHeader = (entry: ZipEntry): Buffer[] => {
  const path = Buffer.from(entry.name);
  return [record(0x04034b50, ...commonFields(entry, path, VERSION), [2, 0]), path];
};

/** The entry of a file in the central directory (4.3.12). `offset` is that of its local header. */
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

/** The end of the central directory (4.3.16). The directory has `count` entries and `size` bytes and begins at `start`. */
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
