import { crc32, deflateRawSync } from "node:zlib";

/** The files of an archive, by name. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

const header = (
  signature: number,
  size: number,
  fields: readonly (readonly [at: number, width: 2 | 4, value: number])[],
) => {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(signature);
  for (const [at, width, value] of fields) bytes.writeUIntLE(value, at, width);
  return bytes;
};

/** A ZIP archive of these files, compressed, in this order (PKWARE's APPNOTE 6.3, 4.3). */
export const zip = (files: Files): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    const [method, checksum] = [8, crc32(bytes)];
    const local = header(0x04034b50, 30, [
      [4, 2, 20],
      [8, 2, method],
      [14, 4, checksum],
      [18, 4, packed.length],
      [22, 4, bytes.length],
      [26, 2, path.length],
    ]);
    const central = header(0x02014b50, 46, [
      [4, 2, 20],
      [6, 2, 20],
      [10, 2, method],
      [16, 4, checksum],
      [20, 4, packed.length],
      [24, 4, bytes.length],
      [28, 2, path.length],
      [42, 4, offset],
    ]);
    locals.push(local, path, packed);
    directory.push(central, path);
    offset += local.length + path.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = Object.keys(files).length;
  const end = header(0x06054b50, 22, [
    [8, 2, count],
    [10, 2, count],
    [12, 4, size],
    [16, 4, offset],
  ]);
  return Buffer.concat([...locals, ...directory, end]);
};
