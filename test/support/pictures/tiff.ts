interface Page {
  readonly width: number;
  readonly height: number;
  /** Bits of each sample. */
  readonly bits: readonly number[];
  readonly data: Buffer;
  readonly photometric?: number;
  readonly compression?: number;
  /** Pixels across and down that share their differences of colour. */
  readonly subsampling?: readonly [number, number];
  /** Pixels per inch across and down. */
  readonly dpi?: readonly [number, number];
}

const [SHORT, LONG, RATIONAL] = [3, 4, 5];

/** A little-endian TIFF of pages in one strip each; with `loops` the last page leads back to the first one. */
export const tiffOf = (pages: readonly Page[], { loops = false } = {}): Buffer => {
  const pieces: Buffer[] = [Buffer.from("II*\0\0\0\0\0", "latin1")];
  let length = 8;
  const add = (piece: Buffer): number => {
    const padded = Buffer.concat([piece, Buffer.alloc(piece.length % 2)]);
    pieces.push(padded);
    length += padded.length;
    return length - padded.length;
  };
  const numbers = (width: 2 | 4, values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(width * values.length);
    for (const [at, value] of values.entries()) bytes.writeUIntLE(value, width * at, width);
    return bytes;
  };
  let [link, first] = [{ piece: pieces[0]!, at: 4 }, 0];
  for (const {
    width,
    height,
    bits,
    data,
    photometric = bits.length > 1 ? 2 : 1,
    compression = 1,
    dpi,
    subsampling,
  } of pages) {
    const field = (tag: number, type: number, values: readonly number[], count = values.length): Buffer => {
      const content = numbers(type === SHORT ? 2 : 4, values);
      const inner =
        content.length <= 4 ? Buffer.concat([content, Buffer.alloc(4 - content.length)]) : numbers(4, [add(content)]);
      return Buffer.concat([numbers(2, [tag, type]), numbers(4, [count]), inner]);
    };
    const strip = add(data);
    const fields = [
      field(256, LONG, [width]),
      field(257, LONG, [height]),
      field(258, SHORT, bits),
      field(259, SHORT, [compression]),
      field(262, SHORT, [photometric]),
      field(273, LONG, [strip]),
      field(277, SHORT, [bits.length]),
      field(278, LONG, [height]),
      field(279, LONG, [data.length]),
      ...(dpi === undefined ? [] : [field(282, RATIONAL, [dpi[0], 1], 1), field(283, RATIONAL, [dpi[1], 1], 1)]),
      ...(subsampling === undefined ? [] : [field(530, SHORT, subsampling)]),
    ];
    const directory = Buffer.concat([numbers(2, [fields.length]), ...fields, Buffer.alloc(4)]);
    const at = add(directory);
    first ||= at;
    link.piece.writeUInt32LE(at, link.at);
    link = { piece: pieces.at(-1)!, at: directory.length - 4 };
  }
  if (loops) link.piece.writeUInt32LE(first, link.at);
  return Buffer.concat(pieces);
};
