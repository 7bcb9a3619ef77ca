/** A subtable of a `cmap`: platform, encoding, and its glyphs by character code. */
export interface CmapSubtable {
  platform: number;
  encoding: number;
  format: number;
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
  const hasConsecutiveGlyphs = table.readUInt16BE(0) === 12;
  const last = table.readUInt32BE(12) - 1;
  return (code) => {
    for (let [from, to] = [0, last]; from <= to; ) {
      const middle = (from + to) >> 1;
      const at = 16 + 12 * middle;
      const first = table.readUInt32BE(at);
      if (code < first) to = middle - 1;
      else if (code > table.readUInt32BE(at + 4)) from = middle + 1;
      else return table.readUInt32BE(at + 8) + (hasConsecutiveGlyphs ? code - first : 0);
    }
    return 0;
  };
};

const VARIATION_SEQUENCES = 14;

const readerOf = (table: Buffer, format: number): CmapSubtable["glyph"] | undefined => {
  if (format === 0) return (code) => (code < 256 ? table.readUInt8(6 + code) : 0);
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
    const format = table.readUInt16BE(0);
    if (format === VARIATION_SEQUENCES) continue;
    const glyph = readerOf(table, format);
    if (glyph === undefined) return undefined;
    subtables.push({ platform: cmap.readUInt16BE(at), encoding: cmap.readUInt16BE(at + 2), format, glyph });
  }
  return subtables;
};

/** The subtable of a `cmap` with the most characters: the last of format 12, else the first of format 4 (OpenType, "cmap"). */
export const fullestSubtable = (cmap: Buffer): CmapSubtable | undefined => {
  const subtables = readCmap(cmap) ?? [];
  return subtables.findLast(({ format }) => format === 12) ?? subtables.find(({ format }) => format === 4);
};

type Mapping = [code: number, glyph: number];

/** Format 0 (OpenType, "cmap"): a glyph for each byte. */
const byteTable = (mappings: readonly Mapping[]): Buffer => {
  const table = Buffer.alloc(262);
  table.writeUInt16BE(table.length, 2);
  for (const [code, glyph] of mappings) table[6 + code] = glyph;
  return table;
};

const runsOf = (mappings: readonly Mapping[]) => {
  const runs: { first: number; last: number; glyph: number }[] = [];
  for (const [code, glyph] of mappings) {
    const run = runs.at(-1);
    if (run !== undefined && code === run.last + 1 && glyph - run.glyph === code - run.first) run.last = code;
    else runs.push({ first: code, last: code, glyph });
  }
  return runs;
};

/** Format 4: segments of 16-bit codes. */
const segmentTable = (mappings: readonly Mapping[]): Buffer => {
  const runs = [...runsOf(mappings.filter(([code]) => code < 0xffff)), { first: 0xffff, last: 0xffff, glyph: 0 }];
  const count = runs.length;
  const table = Buffer.alloc(16 + 8 * count);
  const power = Math.floor(Math.log2(count));
  const head = [4, table.length, 0, 2 * count, 2 << power, power, 2 * count - (2 << power)];
  head.forEach((value, at) => void table.writeUInt16BE(value, 2 * at));
  runs.forEach(({ first, last, glyph }, at) => {
    table.writeUInt16BE(last, 14 + 2 * at);
    table.writeUInt16BE(first, 16 + 2 * (count + at));
    table.writeUInt16BE((glyph - first) & 0xffff, 16 + 2 * (2 * count + at));
  });
  return table;
};

/** Format 12: groups of code points. */
const groupTable = (mappings: readonly Mapping[]): Buffer => {
  const runs = runsOf(mappings);
  const table = Buffer.alloc(16 + 12 * runs.length);
  table.writeUInt16BE(12, 0);
  table.writeUInt32BE(table.length, 4);
  table.writeUInt32BE(runs.length, 12);
  runs.forEach(({ first, last, glyph }, at) => {
    [first, last, glyph].forEach((value, part) => void table.writeUInt32BE(value, 16 + 12 * at + 4 * part));
  });
  return table;
};

const MACINTOSH = 1;

const tableOf = (subtable: CmapSubtable, codes: readonly number[]): Buffer => {
  const mappings = codes
    .map((code): Mapping => [code, subtable.glyph(code)])
    .filter(([code, glyph]) => glyph !== 0 && (subtable.platform !== MACINTOSH || code < 256));
  if (subtable.platform === MACINTOSH && mappings.every(([, glyph]) => glyph < 256)) return byteTable(mappings);
  return mappings.some(([code]) => code > 0xffff) ? groupTable(mappings) : segmentTable(mappings);
};

/** Builds a `cmap` table whose subtables map only these codes, to the same glyphs. */
export const cmapFor = (subtables: readonly CmapSubtable[], codes: Iterable<number>): Buffer => {
  const sorted = [...new Set(codes)].sort((a, b) => a - b);
  const head = Buffer.alloc(4 + 8 * subtables.length);
  head.writeUInt16BE(subtables.length, 2);
  let offset = head.length;
  const tables: Buffer[] = [];
  for (const [index, subtable] of subtables.entries()) {
    const table = tableOf(subtable, sorted);
    head.writeUInt16BE(subtable.platform, 4 + 8 * index);
    head.writeUInt16BE(subtable.encoding, 6 + 8 * index);
    head.writeUInt32BE(offset, 8 + 8 * index);
    offset += table.length;
    tables.push(table);
  }
  return Buffer.concat([head, ...tables]);
};
