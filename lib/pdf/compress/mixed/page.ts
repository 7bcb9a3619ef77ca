import type { Pixels } from "../../../pictures/pixels.ts";
import { nameAt } from "../../access.ts";
import { type Candidate, type Picture, spaceFor } from "../images/candidate.ts";
import { replaceByLayers } from "./form.ts";
import { splitPage } from "./split.ts";

/** Scanned pages have at least this resolution and size. */
const SCAN_MIN_DPI = 140;
const SCAN_MIN_PIXELS = 400_000;

/** Whether a picture may be a scanned page. */
export const mayBeScannedPage = ({ image, facts, level, dpi, isMask, isDrawn }: Picture): boolean =>
  level.split !== undefined &&
  isDrawn &&
  !isMask &&
  dpi >= SCAN_MIN_DPI &&
  facts.width * facts.height > SCAN_MIN_PIXELS &&
  !image.dict.has("SMask") &&
  !image.dict.has("Mask");

/** A page of text as layers; undefined if it is not one, or not smaller as layers. */
export const layersCandidate = async (picture: Picture, pixels: Pixels): Promise<Candidate | undefined> => {
  const { image, facts, level, dpi } = picture;
  const { channels } = pixels;
  // The ink is painted in a device colour space.
  if (level.split === undefined || (level.keepsSpaces && nameAt(image, "ColorSpace") === undefined)) return undefined;
  const split = channels === 4 ? undefined : await splitPage({ ...pixels, channels }, dpi, level.split);
  if (split === undefined || split.size > image.data.length * 0.9) return undefined;
  const space = spaceFor(pixels.channels, picture);
  return {
    size: split.size,
    cost: split.size,
    apply: () => replaceByLayers(image, split, facts, space),
  };
};
