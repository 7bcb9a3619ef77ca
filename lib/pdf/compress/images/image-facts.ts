import { readJpxHeader } from "../../../pictures/jpx-header.ts";
import { get, nameAt, numberAt, numbersOf, resolve } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { decode, type Filter, filtersOf, plainData } from "../../filters/decode.ts";
import { Name, Stream, type Value } from "../../objects.ts";

/** The values of an image dictionary (ISO 32000-2, 8.9.5). */
export interface ImageFacts {
  width: number;
  height: number;
  depth: number;
  colours: ColourSpace;
  /** The image codec after the general filters, if there is one. */
  codec: Filter | undefined;
  /** Whether it is a stencil mask: one bit that paints or does not. */
  isStencil: boolean;
  /** Whether samples are inverted: 0 is the most ink, as Photoshop stores CMYK. */
  isReversed: boolean;
  /** Whether it is the mask of a picture whose colours are preblended with a matte. Then both must keep the same size. */
  isMatted?: boolean;
}

const GENERAL_FILTERS = new Set(["FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode"]);

const isIdentityDecode = (ranges: number[] | undefined): boolean =>
  ranges === undefined || ranges.every((value, index) => value === index % 2);

/** Whether a /Decode array inverts all four channels. */
const isReversedDecode = (ranges: number[] | undefined): boolean =>
  ranges?.length === 8 && ranges.every((value, index) => value === 1 - (index % 2));

/** Whether the colours of the picture of a mask are preblended with a matte (ISO 32000-2, 11.6.5.2). */
const hasMatte = (mask: Value | undefined): boolean => get(mask, "Matte") !== undefined;

/** Whether colours of an image are its mask. A soft mask takes precedence over them (ISO 32000-2, 11.6.5.2). */
const hasColourKey = (image: Stream): boolean =>
  Array.isArray(get(image, "Mask")) && !(get(image, "SMask") instanceof Stream);

/** JPEG 2000 states depth and colour space itself, but a /ColorSpace entry has precedence. */
const jpxFacts = (
  image: Stream,
  known: Pick<ImageFacts, "width" | "height" | "codec">,
  budget: Budget,
): ImageFacts | undefined => {
  const header = readJpxHeader(Buffer.from(budget.lend(() => decode(image, budget)).data));
  const space = get(image, "ColorSpace");
  const own: ColourSpace | undefined =
    header?.components === 1 || header?.components === 3 ? { channels: header.components } : undefined;
  const colours = space === undefined ? own : colourSpaceOf(space, budget);
  const isKept = get(image, "ImageMask") === true || (numberAt(image, "SMaskInData") ?? 0) !== 0;
  if (header === undefined || colours === undefined || isKept || !header.isPlain || header.depth !== 8)
    return undefined;
  const isAsStated = header.width === known.width && header.height === known.height;
  const isOwn = colours.palette === undefined && colours.channels === header.components;
  if (!isAsStated || !isOwn || get(image, "Decode") !== undefined) return undefined;
  return { ...known, depth: 8, colours, isStencil: false, isReversed: false };
};

/**
 * Reads an image dictionary; undefined for an image that must not be changed: unsupported colour space, inverted
 * samples, colour key mask.
 */
export const imageFactsOf = (image: Stream, budget: Budget): ImageFacts | undefined => {
  const width = numberAt(image, "Width") ?? numberAt(image, "W") ?? 0;
  const height = numberAt(image, "Height") ?? numberAt(image, "H") ?? 0;
  if (!(width > 0 && height > 0 && Number.isInteger(width) && Number.isInteger(height))) return undefined;
  const codecs = filtersOf(image).filter(({ name }) => !GENERAL_FILTERS.has(name));
  if (codecs.length > 1 || hasColourKey(image) || hasMatte(get(image, "SMask"))) return undefined;
  const isStencil = get(image, "ImageMask") === true;
  if (codecs[0]?.name === "JPXDecode")
    return hasMatte(image) ? undefined : jpxFacts(image, { width, height, codec: codecs[0] }, budget);
  const colours = isStencil ? { channels: 1 as const } : colourSpaceOf(get(image, "ColorSpace"), budget);
  const plain =
    isStencil || colours?.palette !== undefined
      ? image.dict.get("Decode") === undefined
      : isIdentityDecode(numbersOf(get(image, "Decode")));
  const isReversed = colours?.channels === 4 && isReversedDecode(numbersOf(get(image, "Decode")));
  if (colours === undefined || !(plain || isStencil || isReversed)) return undefined;
  const depth = isStencil ? 1 : (numberAt(image, "BitsPerComponent") ?? 8);
  return { width, height, depth, colours, codec: codecs[0], isStencil, isReversed, isMatted: hasMatte(image) };
};

/** A colour space: gray, RGB or CMYK with any profile, or a palette over one of them. */
interface ColourSpace {
  channels: 1 | 3 | 4;
  palette?: { colours: Uint8Array; highest: number };
}

type Channels = 1 | 3 | 4;

const CHANNELS: Record<string, Channels> = {
  DeviceGray: 1,
  G: 1,
  CalGray: 1,
  DeviceRGB: 3,
  RGB: 3,
  CalRGB: 3,
  DeviceCMYK: 4,
  CMYK: 4,
};

const paletteOf = ([, base, highest, table]: Value[], budget: Budget): ColourSpace | undefined => {
  const colours = colourSpaceOf(base, budget);
  const entries = resolve(table);
  const bytes = entries instanceof Stream ? plainData(entries, budget) : entries;
  const last = resolve(highest);
  if (colours === undefined || colours.palette !== undefined || !(bytes instanceof Uint8Array)) return undefined;
  return typeof last === "number"
    ? { channels: colours.channels, palette: { colours: bytes, highest: last } }
    : undefined;
};

/** Reads a colour space (ISO 32000-2, 8.6); undefined for an unsupported one: Lab, Separation, DeviceN. */
const colourSpaceOf = (value: Value | undefined, budget: Budget): ColourSpace | undefined => {
  const space = resolve(value);
  const family = Array.isArray(space) ? resolve(space[0]) : space;
  if (!(family instanceof Name)) return undefined;
  if (Array.isArray(space) && (family.text === "Indexed" || family.text === "I")) return paletteOf(space, budget);
  if (Array.isArray(space) && family.text === "ICCBased") {
    const channels = numberAt(space[1], "N");
    if (nameAt(space[1], "Alternate") === "Lab" || Array.isArray(get(space[1], "Alternate"))) return undefined;
    return channels === 1 || channels === 3 || channels === 4 ? { channels } : undefined;
  }
  const channels = CHANNELS[family.text];
  return channels === undefined ? undefined : { channels };
};
