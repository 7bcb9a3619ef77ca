import { damagedPicture, PictureFault } from "./picture-fault.ts";
import type { Resolution } from "./resolution.ts";
import { orientationOf, TAGS, type TiffDirectory, TiffFile } from "./tiff-directory.ts";
import type { Ycbcr } from "./ycbcr.ts";

/** A page of a TIFF, before it is decoded. */
export interface TiffPage {
  readonly directory: Pick<TiffDirectory, "at" | "nextAt">;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly samples: number;
  readonly orientation: number;
  readonly resolution: Resolution | undefined;
  readonly profile: Buffer | undefined;
  /** TIFF 6.0, tag 262. */
  readonly photometric: number;
  /** Where that number stands. */
  readonly photometricAt: number | undefined;
  /** TIFF 6.0, tag 339; 1 for whole numbers without sign. */
  readonly sampleFormat: number;
  /** The data of a fax (CCITT Group 4) in one piece, with the first pixel in the highest bit. */
  readonly fax: Buffer | undefined;
  /** Whether the sample beyond the colours is an opacity. */
  readonly hasOpacity: boolean;
  /** Given if the pixels have a brightness and differences of colour, which the decoder leaves as they are. */
  readonly ycbcr: Ycbcr | undefined;
}

const [FAX_GROUP_4, JPEG] = [4, 7];
const YCBCR = 6;
const [REDUCED, MASK] = [1, 4];
const LOWEST_BIT_FIRST = 2;
/** TIFF 6.0, tag 338: multiplied with the colours or not; CorelDRAW writes 999. */
const OPACITIES: readonly number[] = [1, 2, 999];
/** Pages of one TIFF. */
const PAGES_LIMIT = 2000;

/** Each byte with its bits in the opposite order. */
const MIRRORED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let mirrored = 0;
  for (let bit = 0; bit < 8; bit++) mirrored |= ((byte >> bit) & 1) << (7 - bit);
  return mirrored;
});

const faxOf = (file: Buffer, directory: TiffDirectory): Buffer | undefined => {
  const [offset, ...others] = directory.numbers(TAGS.stripOffsets);
  const [length] = directory.numbers(TAGS.stripByteCounts);
  const isTiled = directory.numbers(TAGS.tileWidth).length > 0;
  const isPlain = directory.numbers(TAGS.t6Options).every((options) => options === 0);
  if (offset === undefined || length === undefined || others.length > 0 || isTiled || !isPlain) return undefined;
  if (offset + length > file.length) throw damagedPicture("it ends too early");
  const data = file.subarray(offset, offset + length);
  return directory.numbers(TAGS.fillOrder)[0] === LOWEST_BIT_FIRST
    ? Buffer.from(data.map((byte) => MIRRORED[byte]!))
    : data;
};

/** The decoder turns JPEG, and differences of colour that several pixels share, into RGB itself. */
const ycbcrOf = (directory: TiffDirectory): Ycbcr | undefined => {
  const [photometric] = directory.numbers(TAGS.photometric);
  const [compression] = directory.numbers(TAGS.compression);
  const shared = directory.numbers(TAGS.ycbcrSubsampling);
  if (photometric !== YCBCR || compression === JPEG || shared[0] !== 1 || shared[1] !== 1) return undefined;
  return { shares: directory.numbers(TAGS.ycbcrCoefficients), reference: directory.numbers(TAGS.referenceBlackWhite) };
};

const pageOf = (file: Buffer, directory: TiffDirectory): TiffPage => {
  const first = (tag: number, otherwise: number) => directory.numbers(tag)[0] ?? otherwise;
  const [bits, samples] = [first(TAGS.bitsPerSample, 1), first(TAGS.samplesPerPixel, 1)];
  const isFax =
    first(TAGS.compression, 1) === FAX_GROUP_4 && bits === 1 && samples === 1 && first(TAGS.photometric, 0) <= 1;
  return {
    directory: { at: directory.at, nextAt: directory.nextAt },
    ...{ bits, samples },
    width: first(TAGS.width, 0),
    height: first(TAGS.height, 0),
    ...orientationOf(directory),
    profile: directory.bytes(TAGS.profile),
    photometric: first(TAGS.photometric, 0),
    photometricAt: directory.placeOf(TAGS.photometric),
    sampleFormat: first(TAGS.sampleFormat, 1),
    fax: isFax ? faxOf(file, directory) : undefined,
    hasOpacity: OPACITIES.includes(first(TAGS.extraSamples, 0)),
    ycbcr: ycbcrOf(directory),
  };
};

/** The directories of a file in their order. Throws a PictureFault if they are too many, or lead back to another one. */
function* directories(file: TiffFile): Generator<TiffDirectory> {
  const seen = new Set<number>();
  for (let at = file.first; at !== 0; ) {
    if (seen.has(at)) throw damagedPicture("its pages lead back to each other");
    if (seen.size === PAGES_LIMIT) throw new PictureFault("too-large", `it has more than ${PAGES_LIMIT} pages`);
    seen.add(at);
    const directory = file.directory(at);
    if (directory === undefined) throw damagedPicture("it ends too early");
    yield directory;
    at = directory.next;
  }
}

/** The pages of a TIFF: not its previews and masks. Throws a PictureFault if their heads are damaged. */
export const tiffPages = (bytes: Buffer): TiffPage[] => {
  try {
    const all = [...directories(new TiffFile(bytes))];
    const whole = all.filter((directory) => {
      const [kind = 0] = directory.numbers(TAGS.subfileType);
      return (kind & REDUCED) === 0 && (kind & MASK) === 0;
    });
    const pages = (whole.length > 0 ? whole : all).map((directory) => pageOf(bytes, directory));
    if (pages.length === 0) throw damagedPicture("it has no pages");
    return pages;
  } catch (error) {
    if (error instanceof RangeError) throw damagedPicture("it ends too early", error);
    throw error;
  }
};
