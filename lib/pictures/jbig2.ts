import { type Pointer, type Raster, withRaster } from "./raster/raster.ts";

/** A bilevel picture with one byte per pixel, 1 for black. */
interface Bitmap {
  bits: Uint8Array;
  width: number;
  height: number;
}

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
/** The default adaptive template pixels of template 0: (3, -1), (-3, -1), (2, -2), (-2, -2). */
const ADAPTIVE_PIXELS = Buffer.from([3, -1, -3, -1, 2, -2, -2, -2]);

/** Encodes a bitmap in the kernels' memory as lossless JBIG2 in its embedded form: a page and one generic region. */
export const encodeJbig2From = ({ kernels, copyOut }: Raster, bits: Pointer, width: number, height: number): Buffer => {
  const page = Buffer.alloc(19);
  page.writeUInt32BE(width, 0);
  page.writeUInt32BE(height, 4);
  page[16] = 1;
  const region = Buffer.alloc(18);
  region.writeUInt32BE(width, 0);
  region.writeUInt32BE(height, 4);
  region[17] = TYPICAL_PREDICTION;
  const start = kernels.mark();
  const length = kernels.take(4);
  const codes = kernels.generic_region(bits, width, height, length);
  const data = Buffer.concat([region, ADAPTIVE_PIXELS, copyOut(codes, copyOut(length, 4).readUInt32LE())]);
  kernels.release(start);
  return Buffer.concat([segment(0, PAGE_INFORMATION, page), segment(1, GENERIC_REGION, data)]);
};

/** Encodes a bitmap as lossless JBIG2. */
export const encodeJbig2 = ({ bits, width, height }: Bitmap): Promise<Buffer> =>
  withRaster((raster) => encodeJbig2From(raster, raster.copyIn(bits), width, height));
