import type { CrossReference } from "./cross-reference.ts";

const byteWidth = (value: number): number => Math.max(1, Math.ceil(Math.log2(value + 1) / 8));

/** Writes a whole number big-endian in `count` bytes. */
const writeUint = (bytes: Buffer, number: number, from: number, count: number): void => {
  let rest = number;
  for (let at = from + count - 1; at >= from; at--) {
    bytes[at] = rest % 256;
    rest = Math.floor(rest / 256);
  }
};

const largest = (numbers: Float64Array | Uint32Array): number => {
  let most = 0;
  for (let at = 0; at < numbers.length; at++) most = Math.max(most, numbers[at]!);
  return most;
};

/**
 * The data of a cross-reference stream (ISO 32000-2, 7.5.8) for objects 0 to n, with PNG's Up prediction, which
 * compresses well.
 */
export const xrefStreamData = ({
  locations,
  streamIndexes,
  size,
}: CrossReference): { data: Buffer; widths: number[]; columns: number } => {
  const [where, place] = [byteWidth(largest(locations)), byteWidth(largest(streamIndexes))];
  const columns = 1 + where + place;
  const rows = Buffer.alloc(size * columns);
  for (let number = 1; number < size; number++) {
    const at = number * columns;
    rows[at] = streamIndexes[number] === 0 ? 1 : 2;
    writeUint(rows, locations[number]!, at + 1, where);
    writeUint(rows, Math.max(0, streamIndexes[number]! - 1), at + 1 + where, place);
  }
  const data = Buffer.alloc(size * (columns + 1));
  for (let number = 0; number < size; number++) {
    const to = number * (columns + 1);
    const from = number * columns;
    data[to] = 2;
    for (let column = 0; column < columns; column++) {
      data[to + 1 + column] = rows[from + column]! - (number > 0 ? rows[from + column - columns]! : 0);
    }
  }
  return { data, widths: [1, where, place], columns };
};
