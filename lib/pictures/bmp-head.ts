import { damagedPicture, unsupported } from "./picture-fault.ts";
import { INCH_METRES, type Resolution, resolutionOf } from "./resolution.ts";

/** Where the bits of a component are in a pixel. */
interface BitField {
  readonly shift: number;
  /** The highest value; 0 for a component that the pixels lack. */
  readonly most: number;
}

/** The head of a Windows or OS/2 bitmap. */
export interface BmpHead {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  /** Bits per pixel. */
  readonly bits: number;
  readonly isRunLength: boolean;
  /** The offset of the pixels. */
  readonly pixelsAt: number;
  /** Blue, green, red and perhaps a fourth byte for each colour. */
  readonly palette: Buffer;
  readonly paletteStep: 3 | 4;
  /** Red, green, blue and opacity; for pixels without a palette. */
  readonly fields: readonly BitField[];
  readonly resolution: Resolution | undefined;
}

const FILE_HEAD_BYTES = 14;
const CORE_HEAD_BYTES = 12;
const [PLAIN, RLE8, RLE4, BIT_FIELDS, ALPHA_BIT_FIELDS] = [0, 1, 2, 3, 6];
const DEPTHS: readonly number[] = [1, 2, 4, 8, 16, 24, 32];

const fieldOf = (mask: number): BitField => {
  if (mask === 0) return { shift: 0, most: 0 };
  const shift = 31 - Math.clz32(mask & -mask);
  return { shift, most: (mask >>> shift) >>> 0 };
};

const DEFAULT_MASKS: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x3e0, 0x1f, 0],
  24: [0xff0000, 0xff00, 0xff, 0],
  32: [0xff0000, 0xff00, 0xff, 0],
};

/** The masks of the components: in a large head, or behind a small one. */
const masksOf = (data: Buffer, bits: number, compression: number, size: number): readonly number[] => {
  if (compression !== BIT_FIELDS && compression !== ALPHA_BIT_FIELDS) return DEFAULT_MASKS[bits] ?? [];
  const hasOpacity = size >= 56 || compression === ALPHA_BIT_FIELDS;
  return Array.from({ length: 4 }, (_, at) => (at < 3 || hasOpacity ? data.readUInt32LE(54 + 4 * at) : 0));
};

/** Bytes of masks between a small head and the palette. */
const looseMaskBytes = (compression: number, size: number): number => {
  if (size !== 40) return 0;
  return compression === BIT_FIELDS ? 12 : compression === ALPHA_BIT_FIELDS ? 16 : 0;
};

interface Size {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
}

/** The size in the first head of OS/2, or in all others. */
const sizeIn = (data: Buffer, isCore: boolean): Size =>
  isCore
    ? { width: data.readUInt16LE(18), height: data.readInt16LE(20), bits: data.readUInt16LE(24) }
    : { width: data.readInt32LE(18), height: data.readInt32LE(22), bits: data.readUInt16LE(28) };

/** Reads the head of a bitmap. Throws a PictureFault or a RangeError if it is damaged or of another kind. */
export const readBmpHead = (data: Buffer): BmpHead => {
  const size = data.readUInt32LE(14);
  const isCore = size === CORE_HEAD_BYTES;
  if (!isCore && (size < 16 || size > 256)) throw damagedPicture("its head is wrong");
  const { width, height, bits } = sizeIn(data, isCore);
  const has = (bytes: number) => size >= bytes;
  const compression = has(20) ? data.readUInt32LE(30) : PLAIN;
  const isRunLength = (compression === RLE8 && bits === 8) || (compression === RLE4 && bits === 4);
  const hasFields = (compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS) && (bits === 16 || bits === 32);
  if (!DEPTHS.includes(bits) || !(compression === PLAIN || isRunLength || hasFields))
    throw unsupported(`a bitmap of ${bits} bits with compression ${compression}`);
  const paletteStep = isCore ? 3 : 4;
  const paletteAt = FILE_HEAD_BYTES + size + looseMaskBytes(compression, size);
  const pixelsAt = data.readUInt32LE(10);
  const stated = has(36) ? data.readUInt32LE(46) : 0;
  const colours = bits > 8 ? 0 : Math.min(stated === 0 ? 2 ** bits : stated, 2 ** bits);
  const paletteEnd = Math.min(paletteAt + colours * paletteStep, Math.max(pixelsAt, paletteAt));
  return {
    width,
    height: Math.abs(height),
    isTopDown: height < 0,
    ...{ bits, isRunLength, pixelsAt, paletteStep },
    palette: data.subarray(paletteAt, paletteEnd),
    fields: bits > 8 ? masksOf(data, bits, compression, size).map(fieldOf) : [],
    resolution: has(32) ? resolutionOf(data.readInt32LE(38), data.readInt32LE(42), 1 / INCH_METRES) : undefined,
  };
};
