/** A record of a binary workbook (.xlsb): its number, where it begins, and where its content begins and ends. */
export interface BinaryRecord {
  readonly id: number;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** Reads a number of up to `limit` bytes, seven bits in each ([MS-XLSB] 2.1.4). Returns it and the place after it. */
const numberAt = (content: Buffer, at: number, limit: number): [number: number, end: number] => {
  let number = 0;
  for (let index = 0; index < limit; index++) {
    const byte = content[at + index] ?? 0;
    number |= (byte & 0x7f) << (7 * index);
    if (byte < 0x80) return [number, at + index + 1];
  }
  return [number, at + limit];
};

/** The whole records of a part, in their order. */
export const recordsIn = function* (content: Buffer): Generator<BinaryRecord> {
  for (let at = 0; at < content.length; ) {
    const [id, sizeAt] = numberAt(content, at, 2);
    const [size, start] = numberAt(content, sizeAt, 4);
    const end = start + size;
    if (end > content.length) return;
    yield { id, at, start, end };
    at = end;
  }
};
