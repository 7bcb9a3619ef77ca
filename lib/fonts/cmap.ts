/** A subtable of a `cmap`: platform, encoding, and its glyphs by character code. */
export interface CmapSubtable {
  platform: number;
  encoding: number;
  glyph: (code: number) => number;
}

/** Format 4: segments of 16-bit codes. */
const segmentReader = (table: Buffer): CmapSubtable["glyph"] => {
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

/** Formats 12 and 13: sorted groups of code points with consecutive glyphs, or with one glyph. */
const groupReader = (table: Buffer): CmapSubtable["glyph"] => {
  const counts = table.readUInt16BE(0) === 12;
  const last = table.readUInt32BE(12) - 1;
  return (code) => {
    for (let [from, to] = [0, last]; from <= to; ) {
      const middle = (from + to) >> 1;
      const at = 16 + 12 * middle;
      const first = table.readUInt32BE(at);
      if (code < first) to = middle - 1;
      else if (code > table.readUInt32BE(at + 4)) from = middle + 1;
      else return table.readUInt32BE(at + 8) + (counts ? code - first : 0);
    }
    return 0;
  };
};

const VARIATION_SEQUENCES = 14;

const readerOf = (table: Buffer): CmapSubtable["glyph"] | undefined => {
  const format = table.readUInt16BE(0);
  if (format === 0) return (code) => (code < 256 ? table[6 + code]! : 0);
  if (format === 4) return segmentReader(table);
  if (format === 12 || format === 13) return groupReader(table);
  if (format !== 6) return undefined;
  const first = table.readUInt16BE(6);
  const count = table.readUInt16BE(8);
  return (code) => (code >= first && code < first + count ? table.readUInt16BE(10 + 2 * (code - first)) : 0);
};

/** The subtables of a `cmap` table; undefined if one has an unsupported format. */
export const readCmap = (cmap: Buffer): CmapSubtable[] | undefined => {
  const subtables: CmapSubtable[] = [];
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const at = 4 + 8 * index;
    const table = cmap.subarray(cmap.readUInt32BE(at + 4));
    // Text in a PDF does not select variations.
    if (table.readUInt16BE(0) === VARIATION_SEQUENCES) continue;
    const glyph = readerOf(table);
    if (glyph === undefined) return undefined;
    subtables.push({ platform: cmap.readUInt16BE(at), encoding: cmap.readUInt16BE(at + 2), glyph });
  }
  return subtables;
};
