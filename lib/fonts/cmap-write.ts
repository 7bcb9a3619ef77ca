import type { CmapSubtable } from "./cmap.ts";

type Mapping = [code: number, glyph: number];

/** Format 0 (OpenType, "cmap"): a glyph for each byte. */
const byteTable = (mappings: readonly Mapping[]): Buffer => {
  const table = Buffer.alloc(262);
  table.writeUInt16BE(table.length, 2);
  for (const [code, glyph] of mappings) table[6 + code] = glyph;
  return table;
};

/** Runs of consecutive codes with consecutive glyphs. */
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
  const tables = subtables.map((subtable) => tableOf(subtable, sorted));
  const head = Buffer.alloc(4 + 8 * tables.length);
  head.writeUInt16BE(tables.length, 2);
  let offset = head.length;
  tables.forEach((table, at) => {
    head.writeUInt16BE(subtables[at]!.platform, 4 + 8 * at);
    head.writeUInt16BE(subtables[at]!.encoding, 6 + 8 * at);
    head.writeUInt32BE(offset, 8 + 8 * at);
    offset += table.length;
  });
  return Buffer.concat([head, ...tables]);
};
