import { INCH_CENTIMETRES, type Resolution, resolutionOf } from "./resolution.ts";

/** Bytes of a value of each field type (TIFF 6.0, section 2; BigTIFF adds 16 to 18); undefined for unknown ones. */
const TYPE_BYTES = [undefined, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, undefined, undefined, 8, 8, 8] as const;
const [RATIONAL, SIGNED_RATIONAL] = [5, 10];
const SHORT_TYPES: readonly number[] = [3, 8];
const BYTE_TYPES: readonly number[] = [1, 2, 6, 7];

/** Fields of a directory, which the standard wants to be few. */
const FIELDS_LIMIT = 4096;
/** Values of a field that are read; no caller needs more. */
const VALUES_LIMIT = 16;

export const TAGS = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  t6Options: 293,
  resolutionUnit: 296,
  tileWidth: 322,
  extraSamples: 338,
  sampleFormat: 339,
  ycbcrCoefficients: 529,
  ycbcrSubsampling: 530,
  referenceBlackWhite: 532,
  profile: 34_675,
} as const;

const KNOWN_TAGS: ReadonlySet<number> = new Set(Object.values(TAGS));

/** One directory of a TIFF (an IFD): its fields are read when they are asked for. */
export interface TiffDirectory {
  /** Its offset, the place of the offset of the next one, and that offset; 0 for the last one. */
  readonly at: number;
  readonly nextAt: number;
  readonly next: number;
  /** The numbers of a field; empty if there is none. */
  numbers(tag: number): number[];
  /** The bytes of a field. */
  bytes(tag: number): Buffer | undefined;
  /** Where the values of a field begin. */
  placeOf(tag: number): number | undefined;
}

interface Field {
  readonly type: number;
  readonly count: number;
  readonly at: number;
}

/** A file in TIFF's structure: a TIFF, or the Exif part of another picture. */
export class TiffFile {
  readonly #data: Buffer;
  readonly #isLittle: boolean;
  readonly #isBig: boolean;
  /** The offset of the first directory. */
  readonly first: number;

  /** Throws a RangeError if the bytes have no such structure. */
  constructor(data: Buffer) {
    this.#data = data;
    this.#isLittle = data.toString("latin1", 0, 2) === "II";
    this.#isBig = this.#short(2) === 43;
    this.first = this.#isBig ? this.#long8(8) : this.#long(4);
  }

  /** The directory at an offset; undefined if it does not lie in the file. */
  directory(at: number): TiffDirectory | undefined {
    const [head, size] = this.#isBig ? [8, 20] : [2, 12];
    if (at < 8 || at + head > this.#data.length) return undefined;
    const count = this.#isBig ? this.#long8(at) : this.#short(at);
    const end = at + head + count * size;
    if (count > FIELDS_LIMIT || end > this.#data.length) return undefined;
    const hasNext = end + (this.#isBig ? 8 : 4) <= this.#data.length;
    const next = hasNext ? (this.#isBig ? this.#long8(end) : this.#long(end)) : 0;
    const fields = new Map<number, Field>();
    for (let from = at + head; from < end; from += size) {
      const tag = this.#short(from);
      // Of a field that is repeated the first one counts, as for libtiff.
      if (KNOWN_TAGS.has(tag) && !fields.has(tag)) fields.set(tag, this.#field(from));
    }
    return {
      ...{ at, next, nextAt: end },
      numbers: (tag) => this.#numbers(fields.get(tag)),
      bytes: (tag) => this.#bytes(fields.get(tag)),
      placeOf: (tag) => fields.get(tag)?.at,
    };
  }

  /** Makes a directory the only one of the file, whose bytes are changed. */
  isolate({ at, nextAt }: Pick<TiffDirectory, "at" | "nextAt">): void {
    this.#writeOffset(this.#isBig ? 8 : 4, at);
    if (nextAt + (this.#isBig ? 8 : 4) <= this.#data.length) this.#writeOffset(nextAt, 0);
  }

  /** Replaces a value of two bytes. */
  writeShort(place: number, value: number): void {
    if (this.#isLittle) this.#data.writeUInt16LE(value, place);
    else this.#data.writeUInt16BE(value, place);
  }

  #writeOffset(place: number, offset: number): void {
    const bytes = Buffer.alloc(this.#isBig ? 8 : 4);
    if (this.#isLittle) bytes.writeUIntLE(offset, 0, this.#isBig ? 6 : 4);
    else bytes.writeUIntBE(offset, this.#isBig ? 2 : 0, this.#isBig ? 6 : 4);
    bytes.copy(this.#data, place);
  }

  #field(at: number): Field {
    const type = this.#short(at + 2);
    const count = this.#isBig ? this.#long8(at + 4) : this.#long(at + 4);
    const place = at + (this.#isBig ? 12 : 8);
    const length = (TYPE_BYTES[type] ?? 0) * count;
    if (length <= (this.#isBig ? 8 : 4)) return { type, count, at: place };
    return { type, count, at: this.#isBig ? this.#long8(place) : this.#long(place) };
  }

  #bytes(field: Field | undefined): Buffer | undefined {
    if (field === undefined) return undefined;
    const length = (TYPE_BYTES[field.type] ?? 0) * field.count;
    return field.at + length <= this.#data.length ? this.#data.subarray(field.at, field.at + length) : undefined;
  }

  #numbers(field: Field | undefined): number[] {
    const size = TYPE_BYTES[field?.type ?? 0];
    if (field === undefined || size === undefined || this.#bytes(field) === undefined) return [];
    return Array.from({ length: Math.min(field.count, VALUES_LIMIT) }, (_, at) =>
      this.#number(field.type, field.at + at * size),
    );
  }

  #number(type: number, at: number): number {
    if (BYTE_TYPES.includes(type)) return this.#data.readUInt8(at);
    if (SHORT_TYPES.includes(type)) return this.#short(at);
    if (type === RATIONAL || type === SIGNED_RATIONAL) return this.#long(at) / this.#long(at + 4);
    return TYPE_BYTES[type] === 8 ? this.#long8(at) : this.#long(at);
  }

  #short(at: number): number {
    return this.#isLittle ? this.#data.readUInt16LE(at) : this.#data.readUInt16BE(at);
  }

  #long(at: number): number {
    return this.#isLittle ? this.#data.readUInt32LE(at) : this.#data.readUInt32BE(at);
  }

  #long8(at: number): number {
    return Number(this.#isLittle ? this.#data.readBigUInt64LE(at) : this.#data.readBigUInt64BE(at));
  }
}

const CENTIMETRE_UNIT = 3;
const NO_UNIT = 1;

/** The orientation of a picture, 1 to 8 (TIFF 6.0, tag 274), and its resolution. */
export const orientationOf = (
  directory: TiffDirectory,
): { orientation: number; resolution: Resolution | undefined } => {
  const [orientation = 1] = directory.numbers(TAGS.orientation);
  const [x = 0] = directory.numbers(TAGS.xResolution);
  const [y = x] = directory.numbers(TAGS.yResolution);
  const [unit = 2] = directory.numbers(TAGS.resolutionUnit);
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    resolution: unit === NO_UNIT ? undefined : resolutionOf(x, y, unit === CENTIMETRE_UNIT ? 1 / INCH_CENTIMETRES : 1),
  };
};

/** The same from Exif data, which begin as a TIFF file does; undefined if they are none. */
export const exifOrientation = (exif: Buffer): ReturnType<typeof orientationOf> | undefined => {
  try {
    const file = new TiffFile(exif);
    const directory = file.directory(file.first);
    return directory && orientationOf(directory);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};
