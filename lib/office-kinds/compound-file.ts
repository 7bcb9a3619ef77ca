import { damagedFileError } from "./refusal.ts";
import { LAST_SECTOR, NO_ENTRY, SmallSectors } from "./small-sectors.ts";

const SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const [STORAGE_TYPE, STREAM_TYPE] = [1, 2];
/** The sector numbers of the allocation table that the header itself has room for. */
const HEADER_TABLE_ENTRIES = 109;

/** How often each stream and storage may be read, beside those of small files. */
const READS_LIMIT = 4;
const SMALL_BYTES = 1_048_576;
/** A directory has no more entries: each costs time. */
const ENTRIES_LIMIT = 100_000;

/** An entry of the directory: a stream, a storage or the root. */
interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

/** Whether bytes begin as a compound file (MS-CFB, 2.2). */
export const isCompoundFile = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/** What a storage of a compound file holds, as a folder does. */
export interface Storage {
  /** The names of its streams. */
  readonly names: ReadonlySet<string>;
  /** The names of the storages in it. */
  readonly storageNames: readonly string[];
  /** The content of a stream, of which the file must have all; at most the first `limit` bytes. */
  read(name: string, limit?: number): Buffer;
  /** A storage in it. In a damaged file a storage may hold itself. */
  open(name: string): Storage;
}

/**
 * A compound file (MS-CFB), the container of old Office files, of encrypted new ones and of Outlook's messages; itself its root
 * storage. Damage throws UNSUPPORTED_MEDIA_TYPE.
 */
export class CompoundFile implements Storage {
  readonly #bytes: Buffer;
  readonly #sectorBytes: number;
  readonly #miniSectorBytes: number;
  readonly #miniStreamLimitBytes: number;
  readonly #table: Uint32Array;
  readonly #directory: Buffer;
  readonly #root: Entry;
  readonly #top: Storage;
  /** Bytes of streams that may still be read, and storages that may be opened: streams that overlap hold more than the file. */
  #bytesLeft: number;
  #storagesLeft: number;
  #small: SmallSectors | undefined;

  constructor(bytes: Buffer) {
    if (bytes.length < HEADER_BYTES) throw damagedFileError("its header is cut off");
    const [shift, miniShift] = [bytes.readUInt16LE(30), bytes.readUInt16LE(32)];
    if ((shift !== 9 && shift !== 12) || miniShift < 4 || miniShift >= shift)
      throw damagedFileError("its sectors have no valid size");
    this.#bytes = bytes;
    this.#sectorBytes = 1 << shift;
    this.#miniSectorBytes = 1 << miniShift;
    this.#miniStreamLimitBytes = bytes.readUInt32LE(56);
    this.#table = this.#readTable();
    this.#directory = this.#chain(bytes.readUInt32LE(48));
    this.#bytesLeft = SMALL_BYTES + READS_LIMIT * bytes.length;
    this.#storagesLeft = (READS_LIMIT * this.#directory.length) / ENTRY_BYTES;
    this.#root = this.#entry(0);
    this.#top = this.#storageAt(this.#root);
  }

  get names(): ReadonlySet<string> {
    return this.#top.names;
  }

  get storageNames(): readonly string[] {
    return this.#top.storageNames;
  }

  read(name: string, limit?: number): Buffer {
    return this.#top.read(name, limit);
  }

  open(name: string): Storage {
    return this.#top.open(name);
  }

  /** A copy of the file in which a stream at its root has other content of the same size. */
  withContent(name: string, content: Buffer): Buffer {
    const changed = Buffer.from(this.#bytes);
    const entry = this.#children(this.#root).get(name);
    if (entry === undefined) return changed;
    const isSmall = entry.size < this.#miniStreamLimitBytes;
    const written = isSmall ? this.#smallSectors().withStream(entry.start, content) : content;
    let [sector, at] = [isSmall ? this.#root.start : entry.start, 0];
    while (sector < LAST_SECTOR && at < written.length) {
      written.copy(changed, (sector + 1) * this.#sectorBytes, at, at + this.#sectorBytes);
      at += this.#sectorBytes;
      sector = this.#table[sector] ?? NO_ENTRY;
    }
    return changed;
  }

  #storageAt(parent: Entry): Storage {
    if (this.#storagesLeft-- <= 0) throw damagedFileError("its storages form a circle");
    const children = this.#children(parent);
    const named = (name: string, type: number): Entry => {
      const entry = children.get(name);
      if (entry?.type !== type)
        throw damagedFileError(`it has no ${type === STREAM_TYPE ? "stream" : "storage"} ${name}`);
      return entry;
    };
    const namesOf = (type: number) =>
      [...children.values()].flatMap((entry) => (entry.type === type ? entry.name : []));
    return {
      names: new Set(namesOf(STREAM_TYPE)),
      storageNames: namesOf(STORAGE_TYPE),
      read: (name, limit) => this.#content(named(name, STREAM_TYPE), limit),
      open: (name) => this.#storageAt(named(name, STORAGE_TYPE)),
    };
  }

  #content(entry: Entry, limit = Number.POSITIVE_INFINITY): Buffer {
    const content =
      entry.size < this.#miniStreamLimitBytes
        ? this.#smallSectors().stream(entry.start, entry.size)
        : this.#chain(entry.start, limit);
    const wanted = Math.min(entry.size, limit);
    this.#bytesLeft -= content.length;
    if (this.#bytesLeft < 0) throw damagedFileError("its streams overlap");
    if (content.length < wanted) throw damagedFileError(`its stream ${entry.name} is cut off`);
    return content.subarray(0, wanted);
  }

  /** The sector with this number; the last one of a file may be shorter. */
  #sector(number: number): Buffer {
    const start = (number + 1) * this.#sectorBytes;
    if (start >= this.#bytes.length) throw damagedFileError("it is cut off");
    return this.#bytes.subarray(start, start + this.#sectorBytes);
  }

  #numbers(sector: Buffer): number[] {
    return Array.from({ length: sector.length >>> 2 }, (_, index) => sector.readUInt32LE(index * 4));
  }

  #readTable(): Uint32Array {
    const sectors: number[] = [];
    for (let index = 0; index < HEADER_TABLE_ENTRIES; index++) sectors.push(this.#bytes.readUInt32LE(76 + index * 4));
    const most = Math.ceil(this.#bytes.length / this.#sectorBytes);
    for (let next = this.#bytes.readUInt32LE(68), seen = 0; next < LAST_SECTOR; seen++) {
      if (seen > most || sectors.length > most + HEADER_TABLE_ENTRIES)
        throw damagedFileError("its sectors form a circle");
      const numbers = this.#numbers(this.#sector(next));
      next = numbers.pop() ?? NO_ENTRY;
      sectors.push(...numbers);
    }
    const used = sectors.filter((number) => number < LAST_SECTOR);
    if (used.length > most) throw damagedFileError("its sectors form a circle");
    // The table describes the sectors of the file. Entries beyond them mean nothing.
    const table = new Uint32Array(most);
    let count = 0;
    for (const number of used) {
      const sector = this.#sector(number);
      for (let at = 0; at + 4 <= sector.length && count < most; at += 4) table[count++] = sector.readUInt32LE(at);
      if (count === most) break;
    }
    return table.subarray(0, count);
  }

  /** The sectors of a chain, one after another, until it has `limit` bytes. */
  #chain(start: number, limit = Number.POSITIVE_INFINITY): Buffer {
    const pieces: Buffer[] = [];
    let length = 0;
    for (let at = start; at < LAST_SECTOR && length < limit; at = this.#table[at] ?? NO_ENTRY) {
      const piece = this.#sector(at);
      length += piece.length;
      if (length > this.#bytes.length) throw damagedFileError("its sectors form a circle");
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  #smallSectors(): SmallSectors {
    this.#small ??= new SmallSectors({
      content: this.#chain(this.#root.start),
      table: this.#chain(this.#bytes.readUInt32LE(60)),
      sectorBytes: this.#miniSectorBytes,
    });
    return this.#small;
  }

  #entry(index: number): Entry {
    const at = this.#directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    if (at.length < ENTRY_BYTES) throw damagedFileError("its directory is cut off");
    const nameBytes = Math.min(Math.max(at.readUInt16LE(64) - 2, 0), 62) & ~1;
    return {
      name: at.toString("utf16le", 0, nameBytes),
      type: at.readUInt8(66),
      left: at.readUInt32LE(68),
      right: at.readUInt32LE(72),
      child: at.readUInt32LE(76),
      start: at.readUInt32LE(116),
      size: at.readUInt32LE(120),
    };
  }

  /** The streams and storages that are directly below a storage, by their names. */
  #children(parent: Entry): Map<string, Entry> {
    const children = new Map<string, Entry>();
    const seen = new Set<number>();
    const waiting = [parent.child];
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (index === NO_ENTRY || seen.has(index)) continue;
      seen.add(index);
      if (seen.size > ENTRIES_LIMIT) throw damagedFileError("its directory has too many entries");
      const entry = this.#entry(index);
      if (entry.type === STREAM_TYPE || entry.type === STORAGE_TYPE) children.set(entry.name, entry);
      waiting.push(entry.left, entry.right);
    }
    return children;
  }
}
