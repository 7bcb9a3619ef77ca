import { cmykToRgb } from "../../../pictures/cmyk.ts";
import { decodeCmyk } from "../../../pictures/sharp.ts";
import { nameAt } from "../../access.ts";
import type { Stream } from "../../objects.ts";
import type { CompressionLevel } from "../levels.ts";
import { jpegCandidate, type Picture } from "./candidate.ts";

/** Whether a picture is in CMYK without a profile. */
export const isDeviceCmyk = (image: Stream): boolean => {
  const space = nameAt(image, "ColorSpace");
  return space === "DeviceCMYK" || space === "CMYK";
};

/** Stores a CMYK photograph as RGB, for screens, if that is smaller. */
export const compressCmykJpeg = async (
  picture: Picture,
  stored: Buffer,
  scale: number,
  level: CompressionLevel,
): Promise<void> => {
  const { image, facts, dpi } = picture;
  const { width, height } = facts;
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const inks = await decodeCmyk(stored, scale < 1 ? size : undefined);
  if (facts.isReversed) for (let at = 0; at < inks.data.length; at++) inks.data[at] = 255 - inks.data[at]!;
  const candidate = await jpegCandidate(picture, cmykToRgb(inks), dpi * scale, level, 1.08);
  if (candidate.cost < image.data.length) candidate.apply();
};
