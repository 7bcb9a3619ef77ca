import type { Entry } from "./write.ts";

const bytesFor = (value: number): number => Math.max(1, Math.ceil(Math.log2(value + 1) / 8));

/**
 * The rows of a cross-reference stream (ISO 32000-2, 7.5.8) for objects 0 to n, each row minus the one above it
 * (PNG's Up prediction), which packs well.
 */
export const entriesStream = (entries: Entry[]): { data: Buffer; widths: number[]; columns: number } => {
  const rows = Array.from(entries, (entry): [number, number, number] => {
    if (entry === undefined) return [0, 0, 0];
    return "offset" in entry ? [1, entry.offset, 0] : [2, entry.container, entry.place];
  });
  const widest = (field: 1 | 2): number => bytesFor(rows.reduce((most, row) => Math.max(most, row[field]), 0));
  const widths = [1, widest(1), widest(2)];
  const columns = widths.reduce((sum, width) => sum + width);
  const data = Buffer.alloc(rows.length * (columns + 1));
  let above = Buffer.alloc(columns);
  rows.forEach((row, index) => {
    const plain = Buffer.alloc(columns);
    let at = 0;
    row.forEach((value, field) => {
      plain.writeUIntBE(value, at, widths[field]!);
      at += widths[field]!;
    });
    const from = index * (columns + 1);
    data[from] = 2;
    for (let column = 0; column < columns; column++) data[from + 1 + column] = plain[column]! - above[column]!;
    above = plain;
  });
  return { data, widths, columns };
};
