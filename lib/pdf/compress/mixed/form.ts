import { type Dict, Name, Ref, Stream, type Value } from "../../objects.ts";
import type { PageLayers } from "./split.ts";

/** Entries of an image that its form keeps. */
const KEPT_KEYS = ["OC", "StructParent", "StructParents"];

const image = (width: number, height: number, entries: [string, Value][], data: Uint8Array): Ref =>
  new Ref(
    new Stream(
      new Map<string, Value>([
        ["Type", new Name("XObject")],
        ["Subtype", new Name("Image")],
        ["Width", width],
        ["Height", height],
        ...entries,
      ]),
      data,
    ),
  );

const jpeg = (
  { jpeg: data, width, height }: { jpeg: Buffer; width: number; height: number },
  space: Value,
  mask?: Ref,
): Ref =>
  image(
    width,
    height,
    [
      ["BitsPerComponent", 8],
      ["ColorSpace", space],
      ["Filter", new Name("DCTDecode")],
      ...(mask === undefined ? [] : ([["Mask", mask]] as [string, Value][])),
    ],
    data,
  );

const component = (value: number): string => (value / 255).toFixed(3);

/**
 * Turns an image into a form of the same size that draws the paper, and the ink over it. `space` is the image's colour
 * space. Returns the new image streams.
 */
export const replaceByLayers = (
  stream: Stream,
  split: PageLayers,
  width: number,
  height: number,
  space: Value,
): Stream[] => {
  const stencil: [string, Value][] = [
    ["BitsPerComponent", 1],
    ["ImageMask", true],
    ["Filter", new Name("JBIG2Decode")],
  ];
  const mask = image(width, height, stencil, split.mask);
  const background = jpeg(split.background, space);
  const objects: Dict = new Map<string, Value>([["B", background]]);
  let content = "/B Do";
  if (Array.isArray(split.ink)) {
    objects.set("M", mask);
    content += ` ${split.ink.map(component).join(" ")} ${split.ink.length === 1 ? "g" : "rg"}/M Do`;
  } else {
    objects.set("F", jpeg(split.ink, space, mask));
    content += "/F Do";
  }
  const dict: Dict = new Map<string, Value>([
    ["Type", new Name("XObject")],
    ["Subtype", new Name("Form")],
    ["BBox", [0, 0, 1, 1]],
    ["Resources", new Map([["XObject", objects]])],
  ]);
  for (const key of KEPT_KEYS) if (stream.dict.has(key)) dict.set(key, stream.dict.get(key)!);
  stream.dict = dict;
  stream.data = Buffer.from(content, "latin1");
  return [mask, ...objects.values()].map((ref) => (ref as Ref).value as Stream);
};
