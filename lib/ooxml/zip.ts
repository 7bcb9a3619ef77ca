import { promisify } from "node:util";
import { crc32, inflateRaw, inflateRawSync, constants as zlib } from "node:zlib";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { ServiceError } from "../errors.ts";

/** Bounds on an archive: entries, bytes unpacked in all, and how much larger than packed an entry of more than 50 MB may be. */
const MOST_ENTRIES = 10_000;
const LARGEST_TOTAL = 1_073_741_824;
const HIGHEST_RATIO = 200;
const RATIO_COUNTS_FROM = 52_428_800;

const [STORED, DEFLATED] = [0, 8];
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_LENGTH = 30;

/** One file of an archive. */
export interface Packed {
  readonly name: string;
  /** Bytes once unpacked, as the archive's directory says. */
  readonly size: number;
}

/** A file's content as the archive holds it. */
export interface Stored {
  /** 0 for bytes as they are, 8 for deflated ones. */
  readonly method: number;
  readonly crc32: number;
  readonly bytes: Buffer;
}

/** An archive whose directory has been read and judged. */
export interface Archive {
  /** Its files in the directory's order, by their names in lower case. */
  readonly files: ReadonlyMap<string, Packed>;
  /** A file's content; throws UNSUPPORTED_MEDIA_TYPE where it is not what the directory says, or over `limit` bytes. */
  read(file: Packed, limit?: number): Buffer;
  /** The same, unpacked beside the event loop: for what is large. */
  readAside(file: Packed): Promise<Buffer>;
  /** The beginning of a file's content, some kilobytes at least or all of it. */
  head(file: Packed): Buffer;
  /** A file's content without unpacking it, for another archive. */
  stored(file: Packed): Stored;
}

const refuse = (why: string): ServiceError => new ServiceError("UNSUPPORTED_MEDIA_TYPE", why);
const damaged = (why: string): ServiceError => refuse(`is damaged: ${why}`);
const bomb = (why: string): ServiceError => refuse(`is no document but a bomb: ${why}`);

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: false }, (error, archive) =>
      error ? reject(error) : resolve(archive),
    ),
  );

const END_OF_DIRECTORY = Buffer.from("PK\x05\x06");
const END_LENGTH = 22;
const SEARCHED = 131_072;

/** The archive without what stands behind it: unzipping programs do not mind a few bytes more, yauzl does. */
const withoutRest = (bytes: Buffer): Buffer => {
  const end = bytes.lastIndexOf(END_OF_DIRECTORY);
  if (end < bytes.length - SEARCHED || bytes.length < end + END_LENGTH) return bytes;
  return bytes.subarray(0, end + END_LENGTH + bytes.readUInt16LE(end + END_LENGTH - 2));
};

const list = (archive: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    archive.on("entry", (entry: Entry) => {
      entries.push(entry);
      if (entries.length > MOST_ENTRIES) reject(bomb(`it has more than ${MOST_ENTRIES} entries`));
      else archive.readEntry();
    });
    archive.on("end", () => resolve(entries));
    archive.on("error", reject);
    archive.readEntry();
  });

const judgeEntry = ({
  fileName,
  generalPurposeBitFlag,
  compressionMethod,
  compressedSize,
  uncompressedSize,
}: Entry) => {
  if (generalPurposeBitFlag & 1) throw refuse("is password-protected");
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    throw damaged(`${fileName} is packed by method ${compressionMethod}`);
  }
  if (uncompressedSize > RATIO_COUNTS_FROM && uncompressedSize / compressedSize > HIGHEST_RATIO) {
    throw bomb(`${fileName} unpacks to ${Math.round(uncompressedSize / compressedSize)} times its size`);
  }
};

/** Entries that share bytes unpack to more than the archive could hold. */
const judgePlaces = (entries: readonly Entry[]): void => {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw bomb(`${entry.fileName} overlaps another entry`);
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_LENGTH + entry.compressedSize;
  }
};

const namedOnce = (entries: readonly Entry[]): Map<string, Entry> => {
  const files = new Map<string, Entry>();
  for (const entry of entries) {
    const name = entry.fileName.toLowerCase();
    if (files.has(name)) throw damaged(`${entry.fileName} is in it twice`);
    files.set(name, entry);
  }
  return files;
};

/** The bytes of an entry as they are packed. */
const packedBytes = (bytes: Buffer, { relativeOffsetOfLocalHeader: at, compressedSize, fileName }: Entry): Buffer => {
  const header = bytes.subarray(at, at + LOCAL_HEADER_LENGTH);
  if (header.length < LOCAL_HEADER_LENGTH || header.readUInt32LE() !== LOCAL_HEADER) {
    throw damaged(`${fileName} has no header`);
  }
  const start = at + LOCAL_HEADER_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = bytes.subarray(start, start + compressedSize);
  if (packed.length < compressedSize) throw damaged(`${fileName} is cut off`);
  return packed;
};

const whole = (content: Buffer, { fileName, uncompressedSize, crc32: sum }: Entry): Buffer => {
  if (content.length === uncompressedSize && crc32(content) === sum) return content;
  throw damaged(`${fileName} is not what its checksum says`);
};

const undeflated = ({ fileName }: Entry, error: unknown): ServiceError =>
  damaged(`${fileName} does not unpack (${(error as NodeJS.ErrnoException).code})`);

const bound = ({ uncompressedSize }: Entry) => ({ maxOutputLength: Math.max(uncompressedSize, 1) });

const unpack = (bytes: Buffer, entry: Entry): Buffer => {
  const packed = packedBytes(bytes, entry);
  if (entry.compressionMethod === STORED) return whole(packed, entry);
  try {
    return whole(inflateRawSync(packed, bound(entry)), entry);
  } catch (error) {
    throw error instanceof ServiceError ? error : undeflated(entry, error);
  }
};

const unpackAside = async (bytes: Buffer, entry: Entry): Promise<Buffer> => {
  const packed = packedBytes(bytes, entry);
  if (entry.compressionMethod === STORED) return whole(packed, entry);
  const content = await promisify<Buffer, object, Buffer>(inflateRaw)(packed, bound(entry)).catch((error) => {
    throw undeflated(entry, error);
  });
  return whole(content, entry);
};

const HEAD = 4096;

const unpackHead = (bytes: Buffer, entry: Entry): Buffer => {
  const packed = packedBytes(bytes, entry);
  if (entry.compressionMethod === STORED) return packed.subarray(0, HEAD);
  try {
    return inflateRawSync(packed.subarray(0, HEAD), { finishFlush: zlib.Z_SYNC_FLUSH });
  } catch (error) {
    throw undeflated(entry, error);
  }
};

/**
 * Reads the directory of a ZIP archive (PKWARE's APPNOTE 6.3). Throws UNSUPPORTED_MEDIA_TYPE with the reason where it is
 * damaged or encrypted, names a file twice or outside itself, or would unpack to more than a document does.
 */
export const openZip = async (bytes: Buffer): Promise<Archive> => {
  const entries = await open(withoutRest(bytes))
    .then(list)
    .catch((error: Error) => {
      throw error instanceof ServiceError ? error : damaged(error.message.split(/[.:] /)[0] ?? "");
    });
  entries.forEach(judgeEntry);
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > LARGEST_TOTAL) throw bomb(`it unpacks to ${Math.round(total / 1_048_576)} MB`);
  judgePlaces(entries);
  const byName = namedOnce(entries);
  const entryOf = ({ name }: Packed): Entry => byName.get(name.toLowerCase())!;
  const files = [...byName].map(
    ([key, entry]) => [key, { name: entry.fileName, size: entry.uncompressedSize }] as const,
  );
  return {
    files: new Map(files),
    read: (file, limit = LARGEST_TOTAL) => {
      if (file.size > limit) throw bomb(`${file.name} unpacks to ${file.size} bytes`);
      return unpack(bytes, entryOf(file));
    },
    readAside: (file) => unpackAside(bytes, entryOf(file)),
    head: (file) => unpackHead(bytes, entryOf(file)),
    stored: (file) => {
      const entry = entryOf(file);
      return { method: entry.compressionMethod, crc32: entry.crc32, bytes: packedBytes(bytes, entry) };
    },
  };
};
