import { ServiceError } from "../../errors/service-error.ts";
import { type PictureFormat, SIDE_LIMIT_PIXELS } from "../../pictures/picture-format.ts";
import { type Size, scaledSize } from "../../pictures/pixels.ts";
import type { PageSize, SizedPage } from "./page-sizes.ts";

/** How large pictures are: their resolution, or their width in pixels. */
export type PictureScale = { readonly dpi: number } | { readonly width: number };

/** The pixels of one picture: a page of A3 at 600 dpi has 70 million. */
const PICTURE_LIMIT_PIXELS = 75_000_000;
/** The pixels of all pictures of a file: as many as can be drawn within the time of a request. */
const PICTURES_LIMIT_PIXELS = 4_000_000_000;

const POINTS_PER_INCH = 72;

const sizeOf = (page: PageSize, scale: PictureScale): Size => {
  if ("dpi" in scale) return scaledSize(page, scale.dpi / POINTS_PER_INCH);
  const { width } = scale;
  return { width, height: scaledSize(page, width / Math.max(page.width, Number.MIN_VALUE)).height };
};

/** A page with the size of its picture, and with its resolution. */
export interface PagePicture extends Size {
  readonly position: number;
  readonly dpi: number;
}

const dpiOf = (picture: Size, page: PageSize, scale: PictureScale): number =>
  "dpi" in scale ? scale.dpi : (picture.width / Math.max(page.width, 1)) * POINTS_PER_INCH;

const refuse = (scale: PictureScale, fault: string): never => {
  const [[field, value] = []] = Object.entries(scale);
  throw new ServiceError("INVALID_REQUEST", `${field} ${value} ${fault}.`, { reason: "too-many-pixels" });
};

const millions = (pixels: number): string => `${Math.ceil(pixels / 1_000_000)} million pixels`;

/**
 * The sizes of the pictures of pages. Throws INVALID_REQUEST, with the name of the field that scales them, if one or all of them
 * would be too large.
 */
export const pagePictures = (
  pages: readonly SizedPage[],
  scale: PictureScale,
  format: PictureFormat,
): PagePicture[] => {
  let sum = 0;
  return pages.map((page) => {
    const { position } = page;
    const { width, height } = sizeOf(page, scale);
    const made = `makes a picture of ${width} x ${height} pixels of page ${position + 1}`;
    const sideLimit = SIDE_LIMIT_PIXELS[format];
    if (!(Math.max(width, height) <= sideLimit))
      refuse(scale, `${made}, but a side may have ${sideLimit} in ${format}`);
    if (width * height > PICTURE_LIMIT_PIXELS)
      refuse(scale, `${made}, but it may have ${millions(PICTURE_LIMIT_PIXELS)}`);
    sum += width * height;
    if (sum > PICTURES_LIMIT_PIXELS) refuse(scale, `makes more than ${millions(PICTURES_LIMIT_PIXELS)} of these pages`);
    return { position, width, height, dpi: dpiOf({ width, height }, page, scale) };
  });
};
