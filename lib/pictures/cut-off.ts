import type { PictureKind } from "./picture-kind.ts";

const PNG_SIGNATURE_BYTES = 8;
const PNG_LAST_CHUNK = "IEND";
const JPEG_END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const GIF_TRAILER = 0x3b;

/** Whether the chunks of a PNG go on to the last one. */
const reachesPngEnd = (png: Buffer): boolean => {
  for (let at = PNG_SIGNATURE_BYTES; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === PNG_LAST_CHUNK) return true;
  return false;
};

/** Whether a GIF ends with its trailer, which zeros may follow. */
const reachesGifEnd = (gif: Buffer): boolean => {
  let last = gif.length - 1;
  while (last > 0 && gif[last] === 0) last--;
  return gif[last] === GIF_TRAILER;
};

/** Whether a picture lacks its end. Nothing is decoded, so a picture whose kind does not mark its end counts as whole. */
export const isCutOff = (kind: PictureKind, bytes: Buffer): boolean => {
  if (kind === "png") return !reachesPngEnd(bytes);
  if (kind === "jpeg") return !bytes.includes(JPEG_END_OF_IMAGE);
  if (kind === "gif") return !reachesGifEnd(bytes);
  if (kind === "webp") return bytes.length < bytes.readUInt32LE(4) + 8;
  return false;
};
