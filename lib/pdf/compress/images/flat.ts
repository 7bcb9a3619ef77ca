import { countColours, isGray, type Pixels, scaledSize } from "../../../pictures/pixels.ts";
import { resize } from "../../../pictures/sharp.ts";
import { type Candidate, jpegCandidate, type Picture, pngCandidate } from "./candidate.ts";
import { pngData } from "./png.ts";
import { pixelsOf } from "./samples.ts";

/** A picture with more colours counts as a photograph. */
const DRAWING_MAX_COLOURS = 512;
/** Drawings with fewer pixels gain nothing as JPEG. */
const JPEG_DRAWING_MIN_PIXELS = 4096;

/** Pixels of a picture without an image codec, as gray if all of them are gray. */
export const flatPixels = ({ facts, level }: Picture, data: Uint8Array): Pixels | undefined => {
  const pixels = pixelsOf(Buffer.from(data.buffer, data.byteOffset, data.length), facts);
  if (pixels === undefined || pixels.channels !== 3 || level.keepsSpaces || !isGray(pixels)) return pixels;
  const gray = Buffer.alloc(pixels.width * pixels.height);
  for (let at = 0; at < gray.length; at++) gray[at] = pixels.data.readUInt8(3 * at + 1);
  return { ...pixels, data: gray, channels: 1 };
};

/** The candidates for a picture that was stored losslessly. */
export const flatCandidates = async (picture: Picture, pixels: Pixels, scale: number): Promise<Candidate[]> => {
  const { facts, dpi, isMask, level } = picture;
  const isDrawing = countColours(pixels, DRAWING_MAX_COLOURS) <= DRAWING_MAX_COLOURS;
  const scaled = scale < 1 ? await resize(pixels, scaledSize(facts, scale)) : pixels;
  const candidates: Candidate[] = [];
  if (!isMask && (!isDrawing || facts.width * facts.height >= JPEG_DRAWING_MIN_PIXELS)) {
    candidates.push(await jpegCandidate(picture, scaled, dpi * scale, isDrawing ? 1.6 : 1));
  }
  const palette = level.palette && (pixels.channels === 1 ? level.palette.gray : level.palette.colour);
  const pngs = [
    await pngData(isMask ? scaled : pixels, { adaptiveFiltering: true }),
    await pngData(isMask ? scaled : pixels, { adaptiveFiltering: false }),
    isDrawing && !isMask && palette ? await pngData(scaled, { palette: true, colours: palette, dither: 0 }) : undefined,
  ];
  for (const png of pngs) {
    if (png !== undefined && !(isMask && png.palette !== undefined)) candidates.push(pngCandidate(picture, png));
  }
  return candidates;
};
