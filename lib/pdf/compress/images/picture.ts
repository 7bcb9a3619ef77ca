import type { PngOptions } from "sharp";
import { cmykToRgb } from "../../../pictures/cmyk.ts";
import { decodeJpx } from "../../../pictures/jpx.ts";
import { readJpxHeader } from "../../../pictures/jpx-header.ts";
import { countColours, isGray, type Pixels, scaledSize } from "../../../pictures/pixels.ts";
import { decodeCmyk, decodeJpeg, jpegSize, resize } from "../../../pictures/sharp.ts";
import { nameAt } from "../../access.ts";
import type { Budget } from "../../budget.ts";
import { decode } from "../../filters/decode.ts";
import type { Stream } from "../../objects.ts";
import { layersCandidate, mayBeScannedPage } from "../mixed/page.ts";
import { bilevelCandidate } from "./bilevel.ts";
import { type Candidate, type CandidatePicture, jpegCandidate, pngCandidate } from "./candidate.ts";
import { packedQuality } from "./jpeg-search.ts";
import { maskLevelsCandidate } from "./mask-levels.ts";
import { pngData } from "./png.ts";
import { promisingPngs } from "./promising-png.ts";
import { pixelsOf } from "./samples.ts";
import { readStrips } from "./strips.ts";

/** Pictures with fewer pixels are not worth the search. */
const PICTURE_MIN_PIXELS = 64;

/** The candidates for a JPEG 2000 picture. In PDF/A it is not changed if it states its own colour space. */
const jpxCandidates = async (picture: CandidatePicture, stored: Buffer, scale: number): Promise<Candidate[]> => {
  const { image, facts, dpi, level } = picture;
  const header = readJpxHeader(stored);
  if (header === undefined || (level.keepsSpaces && !image.dict.has("ColorSpace"))) return [];
  const mayBePage = mayBeScannedPage(picture);
  const pixels = await decodeJpx(stored, header, mayBePage ? 1 : scale);
  const layers = mayBePage ? await layersCandidate(picture, pixels) : undefined;
  if (layers !== undefined) return [layers];
  const scaled = scale < 1 ? await resize(pixels, scaledSize(facts, scale)) : pixels;
  return [await jpegCandidate(picture, scaled, dpi * scale, 1.08)];
};

const cheapest = (candidates: Candidate[]): Candidate | undefined => candidates.sort((a, b) => a.cost - b.cost)[0];

/** The form for a picture that is too large to be decoded at once. */
const formFromStrips = async (picture: CandidatePicture, scale: number): Promise<Candidate | undefined> => {
  const factor = Math.floor(1 / scale);
  const pixels = await readStrips(picture.image, picture.facts, factor);
  if (pixels === undefined) return undefined;
  const { width, height } = pixels;
  const rest = Math.min(1, (scale * picture.facts.width) / width);
  const smaller = { ...picture, facts: { ...picture.facts, width, height }, dpi: picture.dpi / factor };
  const smallest = cheapest(await flatCandidates(smaller, pixels, width === 1 ? 1 : rest));
  return smallest !== undefined && smallest.size < picture.image.data.length ? smallest : undefined;
};

/** The forms for a picture that is stored as JPEG. */
const jpegForms = async (picture: CandidatePicture, stored: Buffer, scale: number): Promise<Candidate[]> => {
  const { facts, dpi, level } = picture;
  const { channels } = facts.colours;
  if (channels === 4) return [];
  const stated = await jpegSize(stored);
  if (stated.channels !== channels || stated.width !== facts.width || stated.height !== facts.height) return [];
  if (mayBeScannedPage(picture)) {
    const layers = await layersCandidate(picture, await decodeJpeg(stored, channels));
    if (layers !== undefined) return [layers];
  }
  if (scale === 1 && (packedQuality(stored) ?? 100) <= level.jpeg.first + 5) return [];
  const pixels = await decodeJpeg(stored, channels, scale < 1 ? scaledSize(facts, scale) : undefined);
  return [await jpegCandidate(picture, pixels, dpi * scale, scale === 1 ? 1.18 : 1.08)];
};

/** The forms for a picture without an image codec. */
const flatForms = async (picture: CandidatePicture, data: Uint8Array, scale: number): Promise<Candidate[]> => {
  const pixels = flatPixels(picture, data);
  if (pixels === undefined) return [];
  const layers = mayBeScannedPage(picture) ? await layersCandidate(picture, pixels) : undefined;
  return layers === undefined ? flatCandidates(picture, pixels, scale) : [layers];
};

/** The form of a mask that must keep its size. */
const mattedMaskForm = ({ image, facts, level }: CandidatePicture, budget: Budget): Candidate | undefined => {
  if (level.palette === undefined || facts.codec !== undefined || facts.depth !== 8) return undefined;
  const pixels = pixelsOf(Buffer.from(decode(image, budget).data), facts);
  const form = pixels && maskLevelsCandidate(pixels);
  return form !== undefined && form.cost < image.data.length ? form : undefined;
};

/** The smallest form that the level allows for a picture; undefined if none is smaller. */
export const smallestForm = async (picture: CandidatePicture, budget: Budget): Promise<Candidate | undefined> => {
  const { image, facts, dpi, level } = picture;
  const { width, height, colours, codec } = facts;
  if (facts.isMatted === true) return mattedMaskForm(picture, budget);
  if (facts.depth === 1 && colours.palette === undefined) return bilevelCandidate(image, facts, budget);
  const isCmyk = codec?.name === "DCTDecode" && colours.channels === 4 && isDeviceCmyk(image);
  if (width * height < PICTURE_MIN_PIXELS || (colours.channels === 4 && !(isCmyk && level.screen))) return undefined;
  const scale = dpi > level.dpi * level.slack ? level.dpi / dpi : 1;
  if (picture.readsInStrips === true) return formFromStrips(picture, scale);
  const { data } = decode(image, budget);
  const stored = Buffer.from(data.buffer, data.byteOffset, data.length);
  if (isCmyk) return screenForm(picture, stored, scale);
  let candidates: Candidate[] = [];
  if (codec?.name === "DCTDecode") candidates = await jpegForms(picture, stored, scale);
  else if (codec?.name === "JPXDecode") candidates = await jpxCandidates(picture, stored, scale);
  else if (codec === undefined) candidates = await flatForms(picture, data, scale);
  const best = cheapest(candidates);
  if (best === undefined || best.isLayered === true) return best;
  const before = image.data.length;
  return best.size < before * 0.99 && (codec === undefined || best.cost < before) ? best : undefined;
};

/** A picture with more colours counts as a photograph. */
const DRAWING_MAX_COLOURS = 512;
/** Drawings with fewer pixels, or stored in as few bytes, gain nothing as JPEG, whose tables alone have more than half as many. */
const JPEG_DRAWING_MIN_PIXELS = 4096;
const JPEG_DRAWING_MIN_BYTES = 256;

/** Pixels of a picture without an image codec, as gray if all of them are gray. */
const flatPixels = ({ facts, level }: CandidatePicture, data: Uint8Array): Pixels | undefined => {
  const pixels = pixelsOf(Buffer.from(data.buffer, data.byteOffset, data.length), facts);
  if (pixels === undefined || pixels.channels !== 3 || level.keepsSpaces || !isGray(pixels)) return pixels;
  const gray = Buffer.alloc(pixels.width * pixels.height);
  for (let at = 0; at < gray.length; at++) gray[at] = pixels.data.readUInt8(3 * at + 1);
  return { ...pixels, data: gray, channels: 1 };
};

/** The candidates for a picture that was stored losslessly. */
const flatCandidates = async (picture: CandidatePicture, pixels: Pixels, scale: number): Promise<Candidate[]> => {
  const { facts, dpi, isMask, level } = picture;
  const isDrawing = countColours(pixels, DRAWING_MAX_COLOURS) <= DRAWING_MAX_COLOURS;
  const scaled = scale < 1 ? await resize(pixels, scaledSize(facts, scale)) : pixels;
  const candidates: Candidate[] = [];
  const isSmall =
    facts.width * facts.height < JPEG_DRAWING_MIN_PIXELS || picture.image.data.length < JPEG_DRAWING_MIN_BYTES;
  if (!isMask && !(isDrawing && isSmall)) {
    candidates.push(await jpegCandidate(picture, scaled, dpi * scale, isDrawing ? 1.6 : 1));
  }
  const palette = level.palette && (pixels.channels === 1 ? level.palette.gray : level.palette.colour);
  const addPngs = async (source: Pixels, ways: readonly PngOptions[]): Promise<void> => {
    const limit = Math.min(...candidates.map(({ cost }) => cost));
    for (const way of await promisingPngs(source, ways, limit)) {
      const png = await pngData(source, way);
      if (png !== undefined && !(isMask && png.palette !== undefined)) candidates.push(pngCandidate(png));
    }
  };
  await addPngs(isMask ? scaled : pixels, [{ adaptiveFiltering: true }, { adaptiveFiltering: false }]);
  if (isDrawing && !isMask && palette) await addPngs(scaled, [{ palette: true, colours: palette, dither: 0 }]);
  if (isMask && level.palette !== undefined) {
    for (const mask of new Set([pixels, scaled])) candidates.push(...[maskLevelsCandidate(mask) ?? []].flat());
  }
  return candidates;
};

/** Whether a picture is in CMYK without a profile. */
const isDeviceCmyk = (image: Stream): boolean => {
  const space = nameAt(image, "ColorSpace");
  return space === "DeviceCMYK" || space === "CMYK";
};

/** A CMYK photograph as RGB, for screens; undefined if that is not smaller. */
const screenForm = async (picture: CandidatePicture, stored: Buffer, scale: number): Promise<Candidate | undefined> => {
  const { image, facts, dpi } = picture;
  const inks = await decodeCmyk(stored, scale < 1 ? scaledSize(facts, scale) : undefined);
  if (facts.isReversed) for (let at = 0; at < inks.data.length; at++) inks.data[at]! ^= 255;
  const candidate = await jpegCandidate(picture, cmykToRgb(inks), dpi * scale, 1.08);
  return candidate.cost < image.data.length ? candidate : undefined;
};
