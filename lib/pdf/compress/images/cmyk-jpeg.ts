import { cmykToRgb } from "../../../pictures/cmyk.ts";
import { scaledSize } from "../../../pictures/pixels.ts";
import { decodeCmyk } from "../../../pictures/sharp.ts";
import { nameAt } from "../../access.ts";
import type { Stream } from "../../objects.ts";
import { jpegCandidate, type Picture } from "./candidate.ts";

/** Whether a picture is in CMYK without a profile. */
export const isDeviceCmyk = (image: Stream): boolean => {
  const space = nameAt(image, "ColorSpace");
  return space === "DeviceCMYK" || space === "CMYK";
};

/** Stores a CMYK photograph as RGB, for screens, if that is smaller. */
export const compressCmykJpeg = async (picture: Picture, stored: Buffer, scale: number): Promise<void> => {
  const { image, facts, dpi } = picture;
  const inks = await decodeCmyk(stored, scale < 1 ? scaledSize(facts, scale) : undefined);
  if (facts.isReversed) for (const [at, ink] of inks.data.entries()) inks.data[at] = 255 - ink;
  const candidate = await jpegCandidate(picture, cmykToRgb(inks), dpi * scale, 1.08);
  if (candidate.cost < image.data.length) candidate.apply();
};
