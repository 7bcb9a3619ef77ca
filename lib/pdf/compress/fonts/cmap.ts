/** One subtable of a `cmap`: platform, encoding, and its glyphs by character code. */
export interface Subtable {
  platform: number;
  encoding: number;
  glyph: (code: number) => number;
}

/** Format 4: segments of 16-bit codes. */
const segmented = (table: Buffer): Subtable["glyph"] => {
  const count = table.readUInt16BE(6) / 2;
  const starts = 16 + 2 * count;
  return (code) => {
    for (let segment = 0; segment < count; segment++) {
      if (table.readUInt16BE(14 + 2 * segment) < code) continue;
      const start = table.readUInt16BE(starts + 2 * segment);
      if (start > code) return 0;
      const delta = table.readUInt16BE(starts + 2 * count + 2 * segment);
      const at = starts + 4 * count + 2 * segment;
      const range = table.readUInt16BE(at);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = table.readUInt16BE(at + range + 2 * (code - start));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
};

const readerOf = (table: Buffer): Subtable["glyph"] | undefined => {
  const format = table.readUInt16BE(0);
  if (format === 0) return (code) => (code < 256 ? table[6 + code]! : 0);
  if (format === 4) return segmented(table);
  if (format !== 6) return undefined;
  const first = table.readUInt16BE(6);
  const count = table.readUInt16BE(8);
  return (code) => (code >= first && code < first + count ? table.readUInt16BE(10 + 2 * (code - first)) : 0);
};

/** The subtables of a `cmap` table; undefined when one has a form that we do not read. */
export const readCmap = (cmap: Buffer): Subtable[] | undefined => {
  const subtables: Subtable[] = [];
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const at = 4 + 8 * index;
    const glyph = readerOf(cmap.subarray(cmap.readUInt32BE(at + 4)));
    if (glyph === undefined) return undefined;
    subtables.push({ platform: cmap.readUInt16BE(at), encoding: cmap.readUInt16BE(at + 2), glyph });
  }
  return subtables;
};
