import type { FileKind } from "../contract/contract.ts";
import { ServiceError } from "../errors/service-error.ts";
import { pictureKind } from "../pictures/picture-kind.ts";
import { otherFamily } from "./other-families.ts";

const NAMES = "JPEG, PNG, TIFF, WebP, GIF, BMP, AVIF, JPEG 2000 or SVG";

/** A picture, by its first bytes; the work on it finds out whether it can be read. */
export const anyPictureFile: FileKind = {
  name: NAMES,
  check: (bytes) => {
    const kind = pictureKind(bytes);
    if (kind === "heic") throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", `is an HEIC picture, not ${NAMES}`);
    if (kind === undefined) throw new ServiceError("UNSUPPORTED_MEDIA_TYPE", otherFamily(bytes, NAMES));
  },
};
