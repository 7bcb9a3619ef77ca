import type { Pixels, Size } from "../../../pictures/pixels.ts";
import { entriesOf, nameAt } from "../../access.ts";
import { makeDict, Name, Ref, Stream, type Value } from "../../objects.ts";
import { type Candidate, type CandidatePicture, spaceFor } from "../images/candidate.ts";
import { type EncodedLayer, type PageLayers, splitPage } from "./split.ts";

/** Scanned pages have at least this resolution and size. */
const SCAN_MIN_DPI = 140;
const SCAN_MIN_PIXELS = 400_000;

export const mayBeScannedPage = ({ image, facts, level, dpi, isMask, isDrawn }: CandidatePicture): boolean =>
  level.split !== undefined &&
  isDrawn &&
  !isMask &&
  dpi >= SCAN_MIN_DPI &&
  facts.width * facts.height > SCAN_MIN_PIXELS &&
  !image.dict.has("SMask") &&
  !image.dict.has("Mask");

/** A page of text as layers; undefined if it is not one, or not smaller as layers. */
export const layersCandidate = async (picture: CandidatePicture, pixels: Pixels): Promise<Candidate | undefined> => {
  const { image, facts, level, dpi } = picture;
  const { channels } = pixels;
  // The ink is painted in a device colour space.
  if (level.split === undefined || (level.keepsSpaces && nameAt(image, "ColorSpace") === undefined)) return undefined;
  const split = channels === 4 ? undefined : await splitPage({ ...pixels, channels }, dpi, level.split);
  if (split === undefined || split.size > image.data.length * 0.9) return undefined;
  return {
    size: split.size,
    cost: split.size,
    isLayered: true,
    apply: (shown) => replaceByLayers(shown.image, split, facts, spaceFor(channels, shown)),
  };
};

/** Entries of an image that its form keeps. */
const KEPT_KEYS = ["OC", "StructParent", "StructParents"];

const imageObject = ({ width, height }: Size, entries: Record<string, Value>, data: Uint8Array): Ref => {
  const type = { Type: new Name("XObject"), Subtype: new Name("Image") };
  return new Ref(new Stream(makeDict({ ...type, Width: width, Height: height, ...entries }), data));
};

const jpegObject = (layer: EncodedLayer, space: Value, mask: Record<string, Value> = {}): Ref => {
  const entries = { BitsPerComponent: 8, ColorSpace: space, Filter: new Name("DCTDecode"), ...mask };
  return imageObject(layer, entries, layer.jpeg);
};

const component = (value: number): string => (value / 255).toFixed(3);

/**
 * Turns an image into a form of the same size that draws the paper, and the ink over it. `space` is the image's colour
 * space.
 */
const replaceByLayers = (stream: Stream, split: PageLayers, size: Size, space: Value): void => {
  const stencil = { BitsPerComponent: 1, ImageMask: true, Filter: new Name("JBIG2Decode") };
  const mask = imageObject(size, stencil, split.mask);
  const objects = makeDict({ B: jpegObject(split.background, space) });
  let content = "/B Do";
  if (Array.isArray(split.ink)) {
    objects.set("M", mask);
    content += ` ${split.ink.map(component).join(" ")} ${split.ink.length === 1 ? "g" : "rg"}/M Do`;
  } else {
    objects.set("F", jpegObject(split.ink, space, { Mask: mask }));
    content += "/F Do";
  }
  stream.dict = makeDict({
    Type: new Name("XObject"),
    Subtype: new Name("Form"),
    BBox: [0, 0, 1, 1],
    Resources: makeDict({ XObject: objects }),
    ...Object.fromEntries(entriesOf(stream.dict, KEPT_KEYS)),
  });
  stream.data = Buffer.from(content, "latin1");
};
