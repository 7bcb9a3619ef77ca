import { decodedBits, decodedCmyk, decodedHead, decodedPng, decodedRgb, pixelsAsPng } from "../../pictures/decoded.ts";
import { isFax4Whole } from "../../pictures/fax.ts";
import { profileFor } from "../../pictures/icc-profile.ts";
import { encodeJbig2 } from "../../pictures/jbig2.ts";
import { assertPixels, damagedPicture, unsupported } from "../../pictures/picture-fault.ts";
import { TiffFile } from "../../pictures/tiff-directory.ts";
import { type TiffPage, tiffPages } from "../../pictures/tiff-pages.ts";
import { type Ycbcr, ycbcrToRgb } from "../../pictures/ycbcr.ts";
import { makeDict, Name, type Ref } from "../objects.ts";
import { type Drawable, drawableImage, type ReadPicture } from "./drawable.ts";
import { type ColourSpaces, deflated, imageObject } from "./image-object.ts";
import { pngObject } from "./png-object.ts";

const [WHITE_IS_ZERO, RGB, PALETTE, CMYK] = [0, 2, 3, 5];
/** Lab with signed differences of colour (TIFF 6.0, section 23), and with those of ICC profiles. */
const [SIGNED_LAB, ICC_LAB] = [8, 9];
const UNSIGNED = 1;
/** The samples of a pixel whose colour has three components. */
const COLOUR_SAMPLES = 3;

const GREY = new Name("DeviceGray");
/** The white of D50, to which the colours of such files relate. */
const LAB = [new Name("Lab"), makeDict({ WhitePoint: [0.9642, 1, 0.8249], Range: [-128, 127, -128, 127] })];
const SIGN_BIT = 0x80;

const isLab = ({ photometric }: TiffPage): boolean => photometric === SIGNED_LAB || photometric === ICC_LAB;

/** A fax as it is (ISO 32000-2, 7.4.6). */
const faxObject = (fax: Buffer, { width, height, photometric }: TiffPage): Ref => {
  if (!isFax4Whole(fax, width, height)) throw damagedPicture("its pixels are wrong or incomplete");
  const parms = makeDict({ K: -1, Columns: width, Rows: height, BlackIs1: photometric !== WHITE_IS_ZERO });
  return imageObject({ width, height, depth: 1, space: GREY }, "CCITTFaxDecode", fax, { DecodeParms: parms });
};

/** A picture of bits that is compressed anew, without loss. */
const bilevelObject = async (bytes: Buffer, { width, height }: TiffPage): Promise<Ref> => {
  const bits = await decodedBits(bytes);
  if (bits.length !== width * height) throw damagedPicture("its head is wrong");
  return imageObject(
    { width, height, depth: 1, space: GREY },
    "JBIG2Decode",
    await encodeJbig2({ bits, width, height }),
  );
};

const cmykObject = async (bytes: Buffer, tiffPage: TiffPage, spaces: ColourSpaces): Promise<Ref> => {
  const { bits: depth, samples, width, height, profile } = tiffPage;
  if ((depth !== 8 && depth !== 16) || samples !== 4) throw unsupported("it has CMYK of a kind that is not read");
  const space = await spaces.of(4, profileFor(4, profile));
  const pixels = await decodedCmyk(bytes, depth);
  if (pixels.length !== (width * height * samples * depth) / 8) throw damagedPicture("its head is wrong");
  const data = await deflated(pixels);
  return imageObject({ width, height, depth, space }, "FlateDecode", data);
};

const colourObject = async (bytes: Buffer, tiffPage: TiffPage, spaces: ColourSpaces): Promise<Ref> => {
  const { profile, hasOpacity } = tiffPage;
  const png = await decodedPng(bytes, await decodedHead(bytes), { hasOpacity });
  return pngObject({ ...png, profile: profileFor(png.channels < 3 ? 1 : 3, profile) }, spaces);
};

/** Lab without loss; the decoder has been told that it is RGB. */
const labObject = async (bytes: Buffer, { bits, samples, width, height, photometric }: TiffPage): Promise<Ref> => {
  if (bits !== 8 || samples !== COLOUR_SAMPLES) throw unsupported("it has Lab colours of a kind that is not read");
  const data = await decodedRgb(bytes);
  if (data.length !== width * height * COLOUR_SAMPLES) throw damagedPicture("its head is wrong");
  if (photometric === SIGNED_LAB)
    for (let at = 0; at < data.length; at += COLOUR_SAMPLES) {
      data[at + 1]! ^= SIGN_BIT;
      data[at + 2]! ^= SIGN_BIT;
    }
  return imageObject({ width, height, depth: 8, space: LAB }, "FlateDecode", await deflated(data));
};

const ycbcrObject = async (bytes: Buffer, page: TiffPage, ycbcr: Ycbcr, spaces: ColourSpaces): Promise<Ref> => {
  const { bits, samples, width, height, profile } = page;
  if (bits !== 8 || samples !== COLOUR_SAMPLES) throw unsupported("it has YCbCr of a kind that is not read");
  const data = await decodedRgb(bytes);
  if (data.length !== width * height * COLOUR_SAMPLES) throw damagedPicture("its head is wrong");
  ycbcrToRgb(data, ycbcr);
  const png = await pixelsAsPng({ data, channels: COLOUR_SAMPLES }, page);
  return pngObject({ ...png, profile: profileFor(COLOUR_SAMPLES, profile) }, spaces);
};

const objectOf = (bytes: Buffer, page: TiffPage, spaces: ColourSpaces): Promise<Ref> => {
  if (page.bits === 1 && page.samples === 1 && page.photometric !== PALETTE) return bilevelObject(bytes, page);
  if (isLab(page)) return labObject(bytes, page);
  if (page.ycbcr !== undefined) return ycbcrObject(bytes, page, page.ycbcr, spaces);
  return page.photometric === CMYK ? cmykObject(bytes, page, spaces) : colourObject(bytes, page, spaces);
};

/** Does work on a file that has only one page, one page after the other: a decoder looks at all pages to find one. */
const inTurns = (bytes: Buffer) => {
  const file = new TiffFile(bytes);
  let last: Promise<unknown> = Promise.resolve();
  return (page: TiffPage, work: () => Promise<Ref>): Promise<Ref> => {
    const next = last.then(() => {
      file.isolate(page.directory);
      if (isLab(page) && page.photometricAt !== undefined) file.writeShort(page.photometricAt, RGB);
      return work();
    });
    last = next.catch(() => {});
    return next;
  };
};

/** The pages of a TIFF, of which only the heads are read. The bytes change when its pictures are made. */
export const tiffPictures = (bytes: Buffer): ReadPicture[] => {
  const pages = tiffPages(bytes);
  const alone = inTurns(bytes);
  return pages.map((page) => {
    const { width, height, bits, samples, sampleFormat, fax } = page;
    if (sampleFormat !== UNSIGNED) throw unsupported("it has samples that are no whole numbers of at least 0");
    const pixelBytes = Math.max(1, (bits * samples) / 8);
    assertPixels(width, height, fax === undefined ? pixelBytes : 0, fax !== undefined);
    const make = async (spaces: ColourSpaces): Promise<Drawable> => {
      const object = fax === undefined ? await alone(page, () => objectOf(bytes, page, spaces)) : faxObject(fax, page);
      return drawableImage(object, page, page.orientation, page.resolution);
    };
    return { memoryBytes: fax === undefined ? 3 * pixelBytes * width * height : width, make };
  });
};
