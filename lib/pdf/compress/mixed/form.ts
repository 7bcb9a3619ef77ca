import type { Size } from "../../../pictures/pixels.ts";
import { entriesOf } from "../../access.ts";
import { type Dict, Name, Ref, Stream, type Value } from "../../objects.ts";
import type { EncodedLayer, PageLayers } from "./split.ts";

/** Entries of an image that its form keeps. */
const KEPT_KEYS = ["OC", "StructParent", "StructParents"];

const imageStream = ({ width, height }: Size, entries: [string, Value][], data: Uint8Array): Stream =>
  new Stream(
    new Map<string, Value>([
      ["Type", new Name("XObject")],
      ["Subtype", new Name("Image")],
      ["Width", width],
      ["Height", height],
      ...entries,
    ]),
    data,
  );

const jpegStream = (layer: EncodedLayer, space: Value, mask: [string, Value][] = []): Stream =>
  imageStream(
    layer,
    [["BitsPerComponent", 8], ["ColorSpace", space], ["Filter", new Name("DCTDecode")], ...mask],
    layer.jpeg,
  );

const component = (value: number): string => (value / 255).toFixed(3);

/**
 * Turns an image into a form of the same size that draws the paper, and the ink over it. `space` is the image's colour
 * space.
 */
export const replaceByLayers = (stream: Stream, split: PageLayers, size: Size, space: Value): void => {
  const stencil: [string, Value][] = [
    ["BitsPerComponent", 1],
    ["ImageMask", true],
    ["Filter", new Name("JBIG2Decode")],
  ];
  const mask = new Ref(imageStream(size, stencil, split.mask));
  const objects: Dict = new Map<string, Value>([["B", new Ref(jpegStream(split.background, space))]]);
  let content = "/B Do";
  if (Array.isArray(split.ink)) {
    objects.set("M", mask);
    content += ` ${split.ink.map(component).join(" ")} ${split.ink.length === 1 ? "g" : "rg"}/M Do`;
  } else {
    objects.set("F", new Ref(jpegStream(split.ink, space, [["Mask", mask]])));
    content += "/F Do";
  }
  const dict: Dict = new Map<string, Value>([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Form")],
    ["BBox", [0, 0, 1, 1]],
    ["Resources", new Map([["XObject", objects]])],
    ...entriesOf(stream.dict, KEPT_KEYS),
  ]);
  stream.dict = dict;
  stream.data = Buffer.from(content, "latin1");
};
