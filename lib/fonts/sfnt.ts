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

/** Writes a font of the given version with these tables. */
export const buildFont = (version: number, tables: Tables): Buffer => {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  const power = Math.floor(Math.log2(sorted.length));
  const head = Buffer.alloc(12 + 16 * sorted.length);
  head.writeUInt32BE(version, 0);
  head.writeUInt16BE(sorted.length, 4);
  head.writeUInt16BE(16 << power, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(16 * sorted.length - (16 << power), 10);
  const pieces: Buffer[] = [head];
  let offset = head.length;
  sorted.forEach(([tag, table], index) => {
    const at = 12 + 16 * index;
    head.write(tag, at, "latin1");
    head.writeUInt32BE(checksum(table), at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    const padding = Buffer.alloc(-table.length & 3);
    pieces.push(table, padding);
    offset += table.length + padding.length;
  });
  return Buffer.concat(pieces);
};
