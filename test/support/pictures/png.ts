import { crc32, deflateSync } from "node:zlib";

interface Head {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** The colour type. */
  readonly kind: number;
}

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length);
  bytes.write(type, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
};

/** A PNG of rows, each with its filter's number before it, and of other chunks. */
export const pngOf = (
  { width, height, depth, kind }: Head,
  rows: Buffer,
  others: Readonly<Record<string, Buffer>>,
): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([depth, kind], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    ...Object.entries(others).map(([type, data]) => chunk(type, data)),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
