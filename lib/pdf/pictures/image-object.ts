import { hash } from "node:crypto";
import { promisify } from "node:util";
import type { Size } from "../../pictures/pixels.ts";
import { deflate } from "../../zlib.ts";
import { type Dict, makeDict, Name, Ref, Stream, type Value } from "../objects.ts";

/** The size of an image, and its samples. A JPEG 2000 states its colour space itself. */
interface ImageForm extends Size {
  readonly depth: number;
  readonly space: Value | undefined;
}

/** An image (ISO 32000-2, 8.9.5); `others` are further entries. */
export const imageObject = (
  { width, height, depth, space }: ImageForm,
  filter: string,
  data: Uint8Array,
  others: Readonly<Record<string, Value | undefined>> = {},
): Ref => {
  const dict: Dict = makeDict({ Type: new Name("XObject"), Subtype: new Name("Image"), Width: width, Height: height });
  if (space !== undefined) dict.set("ColorSpace", space).set("BitsPerComponent", depth);
  dict.set("Filter", new Name(filter));
  for (const [key, value] of Object.entries(others)) if (value !== undefined) dict.set(key, value);
  return new Ref(new Stream(dict, data));
};

const deviceSpace = (components: number): Name =>
  new Name(components === 1 ? "DeviceGray" : components === 3 ? "DeviceRGB" : "DeviceCMYK");

const compress = promisify(deflate);
const DEFLATE_LEVEL = 6;

/** Data compressed for FlateDecode. */
export const deflated = (data: Uint8Array): Promise<Buffer> => compress(data, { level: DEFLATE_LEVEL });

/** The parameters of data with PNG's filters. */
export const pngParms = (colours: number, depth: number, columns: number): Dict =>
  makeDict({ Predictor: 15, Colors: colours, BitsPerComponent: depth, Columns: columns });

/** The colour spaces of the pictures of a document, which share their profiles. */
export class ColourSpaces {
  readonly #profiles = new Map<string, Promise<Ref>>();

  /** The space of samples of 1, 3 or 4 components: that of the profile, or the device's. */
  async of(components: number, profile: Buffer | undefined): Promise<Value> {
    if (profile === undefined) return deviceSpace(components);
    const key = hash("sha256", profile);
    const made = this.#profiles.get(key) ?? profileStream(components, profile);
    this.#profiles.set(key, made);
    return [new Name("ICCBased"), await made];
  }
}

const profileStream = async (components: number, profile: Buffer): Promise<Ref> => {
  const dict = makeDict({ N: components, Alternate: deviceSpace(components), Filter: new Name("FlateDecode") });
  return new Ref(new Stream(dict, await deflated(profile)));
};
