/** The tables of a TrueType or OpenType font by their tags, in the order of the file. */
export type Tables = Map<string, Buffer>;

/** The version of a font with TrueType outlines. */
export const TRUETYPE = 0x00010000;
/** The version of a font with CFF outlines: `OTTO`. */
export const OPENTYPE_CFF = 0x4f54544f;

/**
 * Reads the tables of the table directory at `start` (OpenType, "Organization of an OpenType Font"); undefined if a
 * table is not in the file.
 */
export const readTables = (font: Buffer, start = 0): Tables | undefined => {
  if (font.length < start + 12) return undefined;
  const count = font.readUInt16BE(start + 4);
  const end = start + 12 + 16 * count;
  if (end > font.length) return undefined;
  const tables: Tables = new Map();
  for (let at = start + 12; at < end; at += 16) {
    const offset = font.readUInt32BE(at + 8);
    const length = font.readUInt32BE(at + 12);
    if (offset + length > font.length) return undefined;
    tables.set(font.toString("latin1", at, at + 4), font.subarray(offset, offset + length));
  }
  return tables;
};

const checksum = (table: Buffer): number => {
  let sum = 0;
  const whole = table.length & ~3;
  for (let at = 0; at < whole; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  for (let at = whole; at < table.length; at++) sum = (sum + table.readUInt8(at) * 2 ** (24 - 8 * (at - whole))) >>> 0;
  return sum;
};

/** The data of tables, which follows all table directories of a file. Equal tables of several fonts are written once. */
class TableData {
  readonly pieces: Buffer[] = [];
  readonly #known = new Map<string, [table: Buffer, offset: number][]>();
  end: number;

  constructor(start: number) {
    this.end = start;
  }

  /** The offset of a table, which is added unless an equal one is there. Tables of one font do not share an offset in `taken`. */
  offsetOf(table: Buffer, sum: number, taken: Set<number>): number {
    const key = `${sum} ${table.length}`;
    const alike = this.#known.get(key) ?? [];
    const known = alike.find(([other, offset]) => !taken.has(offset) && other.equals(table))?.[1];
    const offset = known ?? this.end;
    taken.add(offset);
    if (known !== undefined) return offset;
    const padding = Buffer.alloc(-table.length & 3);
    this.pieces.push(table, padding);
    this.end += table.length + padding.length;
    this.#known.set(key, [...alike, [table, offset]]);
    return offset;
  }
}

/** The length of the table directory of a font with this many tables. */
const directoryBytes = (count: number): number => 12 + 16 * count;

const tableDirectory = (version: number, tables: Tables, data: TableData): Buffer => {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const power = Math.floor(Math.log2(sorted.length));
  const head = Buffer.alloc(directoryBytes(sorted.length));
  head.writeUInt32BE(version, 0);
  head.writeUInt16BE(sorted.length, 4);
  head.writeUInt16BE(16 << power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * sorted.length - (16 << power), 10);
  const taken = new Set<number>();
  for (const [index, [tag, table]] of sorted.entries()) {
    const at = 12 + 16 * index;
    const sum = checksum(table);
    head.write(tag, at, "latin1");
    head.writeUInt32BE(sum, at + 4);
    head.writeUInt32BE(data.offsetOf(table, sum, taken), at + 8);
    head.writeUInt32BE(table.length, at + 12);
  }
  return head;
};

/** Builds several fonts in one file, from the offset `start` on. `starts` are the offsets of their table directories. */
export const buildFonts = (
  version: number,
  faces: readonly Tables[],
  start: number,
): { starts: number[]; bytes: Buffer } => {
  const starts: number[] = [];
  let at = start;
  for (const { size } of faces) {
    starts.push(at);
    at += directoryBytes(size);
  }
  const data = new TableData(at);
  const directories = faces.map((tables) => tableDirectory(version, tables, data));
  return { starts, bytes: Buffer.concat([...directories, ...data.pieces]) };
};

/** Builds a font of this version with these tables. */
export const buildFont = (version: number, tables: Tables): Buffer => buildFonts(version, [tables], 0).bytes;
