import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import type { ReasonOf } from "../errors/reasons.ts";
import { ServiceError } from "../errors/service-error.ts";
import { MB } from "../settings/megabyte.ts";
import { inflateRaw, inflateRawSync, Z_SYNC_FLUSH } from "../zlib.ts";

const ENTRIES_LIMIT = 10_000;
const UNPACKED_LIMIT_BYTES = 1_073_741_824;
/** The compression ratio of an entry, and of an archive. */
const COMPRESSION_RATIO_LIMIT = 200;
/** Smaller archives may have any ratio. */
const RATIO_CHECK_MIN_BYTES = 52_428_800;

const [STORED, DEFLATED] = [0, 8];
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

export interface ArchiveFile {
  readonly name: string;
  /** The unpacked bytes according to the archive's directory. */
  readonly size: number;
}

/** A file's content as the archive holds it. */
export interface StoredContent {
  /** The compression method: 0 for stored, 8 for deflated. */
  readonly method: number;
  readonly crc32: number;
  readonly bytes: Buffer;
}

/** An archive whose directory has been read and checked. */
export interface Archive {
  /** Its files in the directory's order, by their names in lower case. */
  readonly files: ReadonlyMap<string, ArchiveFile>;
  /** Whether names are written with backslashes, as .NET did on Windows. `files` has slashes in their place. */
  readonly hasBackslashes: boolean;
  /** A file's content. Throws UNSUPPORTED_MEDIA_TYPE if it differs from the directory, or exceeds `limit` bytes. */
  read(file: ArchiveFile, limit?: number): Buffer;
  /** The same, unpacked in a thread: for large files. */
  readInBackground(file: ArchiveFile): Promise<Buffer>;
  /** The beginning of a file's content: at least some kilobytes, or all of it. */
  head(file: ArchiveFile): Buffer;
  /** A file's content without unpacking it, for another archive. */
  stored(file: ArchiveFile): StoredContent;
}

const refuse = (what: string, reason: ReasonOf<"UNSUPPORTED_MEDIA_TYPE">): ServiceError =>
  new ServiceError("UNSUPPORTED_MEDIA_TYPE", what, { reason });
const damaged = (how: string): ServiceError => refuse(`is damaged: ${how}`, "document-damaged");
const bomb = (how: string): ServiceError => refuse(`is a ZIP bomb, not a document: ${how}`, "document-too-complex");

const open = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: false }, (error, archive) =>
      error ? reject(error) : resolve(archive),
    ),
  );

const BACKSLASH = 0x5c;
const END_OF_DIRECTORY = Buffer.from("PK\x05\x06");
const END_OF_DIRECTORY_BYTES = 22;
const TRAILING_LIMIT_BYTES = 131_072;

/** The archive without bytes after its end: other programs accept them, yauzl does not. */
const withoutTrailingBytes = (bytes: Buffer): Buffer => {
  const end = bytes.lastIndexOf(END_OF_DIRECTORY);
  if (end < bytes.length - TRAILING_LIMIT_BYTES || bytes.length < end + END_OF_DIRECTORY_BYTES) return bytes;
  return bytes.subarray(0, end + END_OF_DIRECTORY_BYTES + bytes.readUInt16LE(end + END_OF_DIRECTORY_BYTES - 2));
};

const readEntries = (archive: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    archive.on("entry", (entry: Entry) => {
      entries.push(entry);
      if (entries.length > ENTRIES_LIMIT) reject(bomb(`it has more than ${ENTRIES_LIMIT} entries`));
      else archive.readEntry();
    });
    archive.on("end", () => resolve(entries));
    archive.on("error", reject);
    archive.readEntry();
  });

const assertEntry = ({
  fileName,
  generalPurposeBitFlag,
  compressionMethod,
  compressedSize,
  uncompressedSize,
}: Entry) => {
  if (generalPurposeBitFlag & 1) throw refuse("is password-protected", "document-encrypted");
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED) {
    throw damaged(`${fileName} is packed by method ${compressionMethod}`);
  }
  if (uncompressedSize > RATIO_CHECK_MIN_BYTES && uncompressedSize / compressedSize > COMPRESSION_RATIO_LIMIT) {
    throw bomb(`${fileName} unpacks to ${Math.round(uncompressedSize / compressedSize)} times its size`);
  }
};

/** Overlapping entries can unpack to more than the archive could hold. */
const assertNoOverlap = (entries: readonly Entry[]): void => {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw bomb(`${entry.fileName} overlaps another entry`);
    end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.compressedSize;
  }
};

const entriesByName = (entries: readonly Entry[]): Map<string, Entry> => {
  const files = new Map<string, Entry>();
  for (const entry of entries) {
    const name = entry.fileName.toLowerCase();
    if (files.has(name)) throw damaged(`${entry.fileName} is in it twice`);
    files.set(name, entry);
  }
  return files;
};

const packedBytes = (bytes: Buffer, { relativeOffsetOfLocalHeader: at, compressedSize, fileName }: Entry): Buffer => {
  const header = bytes.subarray(at, at + LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE() !== LOCAL_HEADER_SIGNATURE) {
    throw damaged(`${fileName} has no header`);
  }
  const start = at + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = bytes.subarray(start, start + compressedSize);
  if (packed.length < compressedSize) throw damaged(`${fileName} is cut off`);
  return packed;
};

const verified = (content: Buffer, { fileName, uncompressedSize, crc32: sum }: Entry): Buffer => {
  if (content.length === uncompressedSize && crc32(content) === sum) return content;
  throw damaged(`${fileName} is not what its checksum says`);
};

const inflateError = ({ fileName }: Entry, error: unknown): ServiceError =>
  damaged(`${fileName} does not unpack (${(error as NodeJS.ErrnoException).code})`);

const inflateOptions = ({ uncompressedSize }: Entry) => ({ maxOutputLength: Math.max(uncompressedSize, 1) });

const unpack = (bytes: Buffer, entry: Entry): Buffer => {
  const packed = packedBytes(bytes, entry);
  if (entry.compressionMethod === STORED) return verified(packed, entry);
  try {
    return verified(inflateRawSync(packed, inflateOptions(entry)), entry);
  } catch (error) {
    throw error instanceof ServiceError ? error : inflateError(entry, error);
  }
};

const unpackInBackground = async (bytes: Buffer, entry: Entry): Promise<Buffer> => {
  const packed = packedBytes(bytes, entry);
  if (entry.compressionMethod === STORED) return verified(packed, entry);
  const content = await promisify<Buffer, object, Buffer>(inflateRaw)(packed, inflateOptions(entry)).catch((error) => {
    throw inflateError(entry, error);
  });
  return verified(content, entry);
};

const HEAD_BYTES = 4096;

const unpackHead = (bytes: Buffer, entry: Entry): Buffer => {
  const packed = packedBytes(bytes, entry);
  if (entry.compressionMethod === STORED) return packed.subarray(0, HEAD_BYTES);
  try {
    return inflateRawSync(packed.subarray(0, HEAD_BYTES), { finishFlush: Z_SYNC_FLUSH });
  } catch (error) {
    throw inflateError(entry, error);
  }
};

/**
 * Reads the directory of a ZIP archive (PKWARE's APPNOTE 6.3). Throws UNSUPPORTED_MEDIA_TYPE with the reason if it is
 * damaged or encrypted, names a file twice or outside the archive, has overlapping entries, or exceeds a limit.
 */
export const openZip = async (bytes: Buffer): Promise<Archive> => {
  const entries = await open(withoutTrailingBytes(bytes))
    .then(readEntries)
    .catch((error: Error) => {
      throw error instanceof ServiceError ? error : damaged(error.message.split(/[.:] /)[0] ?? "");
    });
  entries.forEach(assertEntry);
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (total > RATIO_CHECK_MIN_BYTES && total / bytes.length > COMPRESSION_RATIO_LIMIT)
    throw bomb(`it unpacks to ${Math.round(total / bytes.length)} times its size`);
  if (total > UNPACKED_LIMIT_BYTES) throw bomb(`it unpacks to ${Math.round(total / MB)} MB`);
  assertNoOverlap(entries);
  const byName = entriesByName(entries);
  const entryOf = ({ name }: ArchiveFile): Entry => {
    const entry = byName.get(name.toLowerCase());
    if (entry === undefined) throw new Error("The file is not in this archive.");
    return entry;
  };
  const files = [...byName].map(
    ([key, entry]) => [key, { name: entry.fileName, size: entry.uncompressedSize }] as const,
  );
  return {
    files: new Map(files),
    hasBackslashes: entries.some(({ fileNameRaw }) => fileNameRaw.includes(BACKSLASH)),
    read: (file, limit = UNPACKED_LIMIT_BYTES) => {
      if (file.size > limit) throw bomb(`${file.name} unpacks to ${file.size} bytes`);
      return unpack(bytes, entryOf(file));
    },
    readInBackground: (file) => unpackInBackground(bytes, entryOf(file)),
    head: (file) => unpackHead(bytes, entryOf(file)),
    stored: (file) => {
      const entry = entryOf(file);
      return { method: entry.compressionMethod, crc32: entry.crc32, bytes: packedBytes(bytes, entry) };
    },
  };
};
