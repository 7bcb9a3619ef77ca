import { crc32, deflateRawSync } from "node:zlib";

/** Files of an archive by their names. */
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

/** A ZIP archive of these files, deflated, in their order (PKWARE's APPNOTE 6.3, 4.3). */
export const zip = (files: Files): Buffer => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    const about = [8, crc32(bytes), packed.length, bytes.length, path.length] as const;
    const [method, sum, small, large, length] = about;
    const local = header(0x04034b50, 30, [
      [4, 2, 20],
      [8, 2, method],
      [14, 4, sum],
      [18, 4, small],
      [22, 4, large],
      [26, 2, length],
    ]);
    const central = header(0x02014b50, 46, [
      [4, 2, 20],
      [6, 2, 20],
      [10, 2, method],
      [16, 4, sum],
      [20, 4, small],
      [24, 4, large],
      [28, 2, length],
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
