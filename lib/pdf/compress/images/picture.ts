import { nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { decode } from "../../filters/decode.ts";
import { Name, type Stream, type Value } from "../../objects.ts";
import type { Level } from "../levels.ts";
import { applySplit } from "../mixed/form.ts";
import { splitPage } from "../mixed/split.ts";
import { setData } from "../repack.ts";
import { compressBilevel } from "./bilevel.ts";
import { rgbOf } from "./cmyk.ts";
import type { Facts } from "./facts.ts";
import { packedQuality, smallestJpeg } from "./jpeg-search.ts";
import { type PngData, pngData, pngParms, pngSpace } from "./png.ts";
import { countColours, isGray, type Pixels, pixelsOf } from "./samples.ts";
import { decodeCmyk, decodeJpeg, jpegSize, resize } from "./sharp.ts";

/** A picture on its way: where it came from, and how it is shown. */
export interface Picture {
  image: Stream;
  facts: Facts;
  /** Dots per inch at its largest size on a page; 0 when it is not known. */
  dpi: number;
  /** Whether it is the soft mask of another one. */
  mask: boolean;
  /** Whether content draws it, so that a form can stand in its place. */
  drawn: boolean;
}

/** One way to store a picture: what it costs, and how it is put in place. */
interface Candidate {
  size: number;
  /** What it counts as in the choice: a lossy form must win by more. */
  cost: number;
  apply: () => void;
}

/** More colours than this make a photograph. */
const DRAWN = 512;
/** Pictures with fewer pixels are not worth the search. */
const TINY = 64;
const SMALL = 4096;

const GRAY = new Name("DeviceGray");
const RGB = new Name("DeviceRGB");

/** The colour space for pixels of a picture: its own where it fits, so that profiles stay. */
const spaceFor = (channels: number, { image, facts }: Picture): Value => {
  const own = image.dict.get("ColorSpace");
  if (own !== undefined && facts.colours.palette === undefined && facts.colours.channels === channels) return own;
  return channels === 1 ? GRAY : RGB;
};

const describe = ({ image }: Picture, width: number, height: number, depth: number, space: Value): void => {
  for (const key of ["W", "H", "BPC", "CS", "Decode"]) image.dict.delete(key);
  image.dict.set("Width", width).set("Height", height).set("BitsPerComponent", depth).set("ColorSpace", space);
};

const jpegCandidate = async (picture: Picture, pixels: Pixels, dpi: number, level: Level, handicap: number) => {
  const data = await smallestJpeg(pixels, dpi, level);
  return {
    size: data.length,
    cost: data.length * handicap,
    apply: () => {
      setData(picture.image, data, "DCTDecode");
      describe(picture, pixels.width, pixels.height, 8, spaceFor(pixels.channels, picture));
    },
  };
};

const pngCandidate = (picture: Picture, png: PngData): Candidate => {
  const size = png.data.length + (png.palette?.length ?? 0);
  return {
    size,
    cost: size,
    apply: () => {
      setData(picture.image, png.data, "FlateDecode", pngParms(png));
      describe(picture, png.width, png.height, png.depth, pngSpace(png, spaceFor(png.channels, picture)));
    },
  };
};

/** Pixels of a picture that is not packed by a codec, in gray where all of them are. */
const flatPixels = ({ facts }: Picture, data: Uint8Array): Pixels | undefined => {
  const pixels = pixelsOf(Buffer.from(data.buffer, data.byteOffset, data.length), facts);
  if (pixels === undefined || pixels.channels !== 3 || !isGray(pixels)) return pixels;
  const gray = Buffer.alloc(pixels.width * pixels.height);
  for (let at = 0; at < gray.length; at++) gray[at] = pixels.data[3 * at + 1]!;
  return { ...pixels, data: gray, channels: 1 };
};

/** How a drawing or a photograph without losses so far can be stored. */
const flatCandidates = async (picture: Picture, pixels: Pixels, scale: number, level: Level): Promise<Candidate[]> => {
  const { facts, dpi, mask } = picture;
  const drawn = countColours(pixels, DRAWN) <= DRAWN;
  const width = Math.max(1, Math.round(facts.width * scale));
  const height = Math.max(1, Math.round(facts.height * scale));
  const scaled = scale < 1 ? await resize(pixels, width, height) : pixels;
  const candidates: Candidate[] = [];
  if (!mask && (!drawn || facts.width * facts.height >= SMALL)) {
    candidates.push(await jpegCandidate(picture, scaled, dpi * scale, level, drawn ? 1.6 : 1));
  }
  const palette = level.palette && (pixels.channels === 1 ? level.palette.gray : level.palette.colour);
  const pngs = [
    await pngData(mask ? scaled : pixels, { adaptiveFiltering: true }),
    await pngData(mask ? scaled : pixels, { adaptiveFiltering: false }),
    drawn && !mask && palette ? await pngData(scaled, { palette: true, colours: palette, dither: 0 }) : undefined,
  ];
  for (const png of pngs) {
    if (png !== undefined && !(mask && png.palette !== undefined)) candidates.push(pngCandidate(picture, png));
  }
  return candidates;
};

/** Inks without a profile of their own. */
const isDeviceCmyk = (image: Stream): boolean => {
  const space = nameAt(image, "ColorSpace");
  return space === "DeviceCMYK" || space === "CMYK";
};

/** Scanned pages are at least this fine and this large. */
const SCAN_DPI = 140;
const SCAN_PIXELS = 400_000;

const isPage = ({ image, facts, dpi, mask, drawn }: Picture, level: Level): boolean =>
  level.split !== undefined &&
  drawn &&
  !mask &&
  dpi >= SCAN_DPI &&
  facts.width * facts.height > SCAN_PIXELS &&
  !image.dict.has("SMask") &&
  !image.dict.has("Mask");

/** A page of text in layers, if it is one, and if that is smaller. */
const asLayers = async (picture: Picture, pixels: Pixels, level: Level): Promise<Candidate | undefined> => {
  const { image, facts, dpi } = picture;
  const { channels } = pixels;
  const split = channels === 4 ? undefined : await splitPage({ ...pixels, channels }, dpi, level.split!);
  if (split === undefined || split.size > image.data.length * 0.9) return undefined;
  const space = spaceFor(pixels.channels, picture);
  return {
    size: split.size,
    cost: split.size,
    apply: () => applySplit(image, split, facts.width, facts.height, space),
  };
};

/** How a photograph in four inks can be stored for the screen. */
const compressInks = async (picture: Picture, stored: Buffer, scale: number, level: Level): Promise<void> => {
  const { image, facts, dpi } = picture;
  const { width, height } = facts;
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const inks = await decodeCmyk(stored, scale < 1 ? size : undefined);
  if (facts.reversed) for (let at = 0; at < inks.data.length; at++) inks.data[at] = 255 - inks.data[at]!;
  const candidate = await jpegCandidate(picture, rgbOf(inks), dpi * scale, level, 1.08);
  if (candidate.cost < image.data.length) candidate.apply();
};

/** Stores a gray or RGB picture of 8 bits or fewer in the smallest form that the level allows, if that is smaller. */
export const compressPicture = async (picture: Picture, level: Level, budget: Budget): Promise<void> => {
  const { image, facts, dpi } = picture;
  const { width, height, colours, codec } = facts;
  if (facts.depth === 1 && colours.palette === undefined) return compressBilevel(image, facts, budget);
  const inks = codec?.name === "DCTDecode" && colours.channels === 4 && isDeviceCmyk(image);
  if (width * height < TINY || (colours.channels === 4 && !(inks && level.screen))) return;
  const scale = dpi > level.dpi * level.slack ? level.dpi / dpi : 1;
  const page = isPage(picture, level);
  const { data } = decode(image, budget);
  const stored = Buffer.from(data.buffer, data.byteOffset, data.length);
  let candidates: Candidate[] = [];
  if (inks) return compressInks(picture, stored, scale, level);
  if (codec?.name === "DCTDecode" && colours.channels !== 4) {
    const stated = await jpegSize(stored);
    if (stated.channels !== colours.channels || stated.width !== width || stated.height !== height) return;
    if (page) {
      const pixels = await decodeJpeg(stored, colours.channels);
      const layers = await asLayers(picture, pixels, level);
      if (layers !== undefined) return layers.apply();
    }
    if (scale === 1 && (packedQuality(stored) ?? 100) <= level.jpeg.first + 5) return;
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    const pixels = await decodeJpeg(stored, colours.channels, scale < 1 ? size : undefined);
    candidates = [await jpegCandidate(picture, pixels, dpi * scale, level, scale === 1 ? 1.18 : 1.08)];
  } else if (codec === undefined) {
    const pixels = flatPixels(picture, data);
    if (pixels === undefined) return;
    const layers = page ? await asLayers(picture, pixels, level) : undefined;
    candidates = layers === undefined ? await flatCandidates(picture, pixels, scale, level) : [layers];
  }
  const best = candidates.sort((a, b) => a.cost - b.cost)[0];
  const before = image.data.length;
  if (best !== undefined && best.size < before * 0.99 && (codec === undefined || best.cost < before)) best.apply();
};
