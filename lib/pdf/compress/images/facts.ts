import { get, numberAt, numbersOf } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { type Filter, filtersOf } from "../../filters/decode.ts";
import type { Stream } from "../../objects.ts";
import { type Colours, coloursOf } from "./colours.ts";

/** What the dictionary of an image says of it (ISO 32000-2, 8.9.5). */
export interface Facts {
  width: number;
  height: number;
  /** Bits of a sample. */
  depth: number;
  colours: Colours;
  /** The image codec behind the general filters, if there is one. */
  codec: Filter | undefined;
  /** Whether it is a stencil: one bit that paints or does not. */
  stencil: boolean;
  /** Whether samples count down: 0 is the most ink, as Photoshop stores CMYK. */
  reversed: boolean;
}

const GENERAL = new Set(["FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode"]);

/** A /Decode that changes nothing. */
const isPlain = (ranges: number[] | undefined): boolean =>
  ranges === undefined || ranges.every((value, index) => value === index % 2);

/** A /Decode that turns all samples over. */
const isReversed = (ranges: number[] | undefined): boolean =>
  ranges?.length === 8 && ranges.every((value, index) => value === 1 - (index % 2));

/** Reads an image's dictionary; undefined for what must stay as it is: odd colours, reversed samples, colour keys. */
export const factsOf = (image: Stream, budget: Budget): Facts | undefined => {
  const width = numberAt(image, "Width") ?? numberAt(image, "W") ?? 0;
  const height = numberAt(image, "Height") ?? numberAt(image, "H") ?? 0;
  if (!(width > 0 && height > 0 && Number.isInteger(width) && Number.isInteger(height))) return undefined;
  const codecs = filtersOf(image).filter(({ name }) => !GENERAL.has(name));
  if (codecs.length > 1 || Array.isArray(get(image, "Mask"))) return undefined;
  const stencil = get(image, "ImageMask") === true;
  const colours = stencil ? { channels: 1 as const } : coloursOf(get(image, "ColorSpace"), budget);
  const plain =
    stencil || colours?.palette !== undefined
      ? image.dict.get("Decode") === undefined
      : isPlain(numbersOf(get(image, "Decode")));
  const reversed = colours?.channels === 4 && isReversed(numbersOf(get(image, "Decode")));
  if (colours === undefined || !(plain || stencil || reversed)) return undefined;
  const depth = stencil ? 1 : (numberAt(image, "BitsPerComponent") ?? 8);
  return { width, height, depth, colours, codec: codecs[0], stencil, reversed };
};
