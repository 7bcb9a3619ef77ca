import { ArithmeticEncoder } from "./arithmetic.ts";

/** A picture of one bit a pixel, each in a byte of its own: 1 is black. */
export interface Bitmap {
  bits: Uint8Array;
  width: number;
  height: number;
}

/** The context that says, in front of a row, whether it repeats the row above. */
const REPEATS = 0x9b25;
const CONTEXTS = 65_536;

/** Free pixels on both sides of a row, so that contexts need no bounds. */
const MARGIN = 4;

/** Arithmetic codes of a generic region, template 0 with typical prediction (ITU-T T.88, 6.2.5 and 6.2.6). */
const genericRegion = ({ bits, width, height }: Bitmap): Buffer => {
  const encoder = new ArithmeticEncoder(CONTEXTS);
  let above2 = new Uint8Array(width + 2 * MARGIN);
  let above1 = new Uint8Array(width + 2 * MARGIN);
  let row = new Uint8Array(width + 2 * MARGIN);
  let repeated = 0;
  for (let y = 0; y < height; y++) {
    row.set(bits.subarray(y * width, (y + 1) * width), MARGIN);
    const repeats = Buffer.compare(row, above1) === 0 ? 1 : 0;
    encoder.encode(REPEATS, repeats ^ repeated);
    repeated = repeats;
    if (repeats === 0) {
      let here = 0;
      let middle = (above1[MARGIN]! << 2) | (above1[MARGIN + 1]! << 1) | above1[MARGIN + 2]!;
      let top = (above2[MARGIN]! << 1) | above2[MARGIN + 1]!;
      for (let x = MARGIN; x < width + MARGIN; x++) {
        middle = ((middle << 1) | above1[x + 3]!) & 0x7f;
        top = ((top << 1) | above2[x + 2]!) & 0x1f;
        const bit = row[x]!;
        encoder.encode((top << 11) | (middle << 4) | here, bit);
        here = ((here << 1) | bit) & 0xf;
      }
    }
    const free = above2;
    above2 = above1;
    above1 = row;
    row = free;
  }
  return encoder.finish();
};

const segment = (number: number, type: number, body: Buffer): Buffer => {
  const header = Buffer.alloc(11);
  header.writeUInt32BE(number, 0);
  header[4] = type;
  header[6] = 1;
  header.writeUInt32BE(body.length, 7);
  return Buffer.concat([header, body]);
};

const PAGE_INFORMATION = 48;
const GENERIC_REGION = 38;
const TYPICAL_PREDICTION = 0x08;
/** Where template 0 takes its adaptive pixels by default: (3, -1), (-3, -1), (2, -2), (-2, -2). */
const ADAPTIVE = Buffer.from([3, -1, -3, -1, 2, -2, -2, -2]);

/** A bitmap as JBIG2 without loss, in the form that PDF embeds: a page and one generic region. */
export const encodeJbig2 = (bitmap: Bitmap): Buffer => {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(bitmap.width, 0);
  page.writeUInt32BE(bitmap.height, 4);
  page[16] = 1;
  const region = Buffer.alloc(18);
  region.writeUInt32BE(bitmap.width, 0);
  region.writeUInt32BE(bitmap.height, 4);
  region[17] = TYPICAL_PREDICTION;
  const data = Buffer.concat([region, ADAPTIVE, genericRegion(bitmap)]);
  return Buffer.concat([segment(0, PAGE_INFORMATION, page), segment(1, GENERIC_REGION, data)]);
};
