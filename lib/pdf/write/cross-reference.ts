/** The cross-reference of a file that is being written: each object's offset, or its object stream. */
export class CrossReference {
  /** By object number: the offset of the object, or the number of its object stream. */
  readonly locations: Float64Array;
  /** By object number: the object's index in its object stream plus 1; 0 for an object outside of object streams. */
  readonly streamIndexes: Uint32Array;

  /** Entries for the object numbers from 1 to `size` - 1. */
  constructor(size: number) {
    this.locations = new Float64Array(size);
    this.streamIndexes = new Uint32Array(size);
  }

  /** The highest object number plus 1, as in the trailer's /Size. */
  get size(): number {
    return this.locations.length;
  }

  /** Sets the offset of an object outside of object streams. */
  setOffset(number: number, offset: number): void {
    this.locations[number] = offset;
  }

  /** Sets the object stream of a compressed object, and its index there from 0. */
  setCompressed(number: number, container: number, place: number): void {
    this.locations[number] = container;
    this.streamIndexes[number] = place + 1;
  }
}

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
  let largestNumber = 0;
  for (const number of numbers) largestNumber = Math.max(largestNumber, number);
  return largestNumber;
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

const OFFSET_DIGITS = 10;

/** A cross-reference table (ISO 32000-2, 7.5.4) for objects 0 to n, none of them in an object stream. */
export const xrefTable = ({ locations, size }: CrossReference): string => {
  const lines = ["0000000000 65535 f \n"];
  for (let number = 1; number < size; number++) {
    lines.push(`${String(locations[number]).padStart(OFFSET_DIGITS, "0")} 00000 n \n`);
  }
  return `xref\n0 ${size}\n${lines.join("")}`;
};
