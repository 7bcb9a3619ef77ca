import type { JpegHead } from "../../pictures/jpeg-head.ts";
import { makeDict, type Ref } from "../objects.ts";
import { type ColourSpaces, imageObject } from "./image-object.ts";

const INVERTED = [1, 0, 1, 0, 1, 0, 1, 0];

/** Whether DCTDecode can decode it (ISO 32000-2, 7.4.8): eight bits, baseline or progressive, in gray, three colours or CMYK. */
export const isPdfJpeg = ({ coding, precision, components, width, height }: JpegHead): boolean =>
  coding <= 0xc2 && precision === 8 && [1, 3, 4].includes(components) && width > 0 && height > 0;

/** A JPEG as an image whose data are its bytes. */
export const jpegObject = async (jpeg: Buffer, head: JpegHead, spaces: ColourSpaces): Promise<Ref> => {
  const { components, hasAdobeMarker, isNamedRgb } = head;
  const space = await spaces.of(components, head.profile);
  return imageObject({ ...head, depth: 8, space }, "DCTDecode", jpeg, {
    Decode: components === 4 && hasAdobeMarker ? INVERTED : undefined,
    DecodeParms: isNamedRgb ? makeDict({ ColorTransform: 0 }) : undefined,
  });
};
