import { ServiceError } from "../../errors/service-error.ts";
import { type PictureFormat, SIDE_LIMIT_PIXELS } from "../../pictures/picture-format.ts";
import type { Viewport } from "../page-setup.ts";

/** A part of a page in CSS pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Chromium takes about 30 bytes for each pixel, and a document may have 2 GB by default. */
const PICTURE_LIMIT_PIXELS = 50_000_000;

interface Scaled {
  readonly viewport: Viewport;
  readonly format: PictureFormat;
}

/** The sides of the picture of an area, in device pixels. */
const sidesOf = ({ width, height }: Pick<Area, "width" | "height">, { deviceScaleFactor }: Viewport) => ({
  across: Math.ceil(width * deviceScaleFactor),
  down: Math.ceil(height * deviceScaleFactor),
});

/** What forbids to make a picture of an area, as the rest of a sentence; undefined if nothing does. */
export const pictureFault = (
  area: Pick<Area, "width" | "height">,
  { viewport, format }: Scaled,
): string | undefined => {
  const { across, down } = sidesOf(area, viewport);
  const made = `makes a picture of ${across} × ${down} pixels`;
  const side = SIDE_LIMIT_PIXELS[format];
  if (across * down > PICTURE_LIMIT_PIXELS) return `${made}, but it may have ${PICTURE_LIMIT_PIXELS / 1e6} million`;
  return Math.max(across, down) > side ? `${made}, but a side may have ${side} in ${format}` : undefined;
};

/** Throws INVALID_REQUEST, with the name of an option, for an area with too many pixels. */
export const assertDrawable = (area: Area, scaled: Scaled, option: string): void => {
  const fault = pictureFault(area, scaled);
  if (fault === undefined) return;
  throw new ServiceError("INVALID_REQUEST", `options.${option} ${fault}.`, { reason: "too-many-pixels" });
};
