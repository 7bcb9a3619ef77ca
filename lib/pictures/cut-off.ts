import type { PictureKind } from "./picture-kind.ts";

const PNG_SIGNATURE_BYTES = 8;
const PNG_END = "IEND";
const JPEG_END = Buffer.from([0xff, 0xd9]);
const GIF_END = 0x3b;

/** Whether the parts of a PNG go on to its end. */
const reachesPngEnd = (png: Buffer): boolean => {
  for (let at = PNG_SIGNATURE_BYTES; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString("latin1", at + 4, at + 8) === PNG_END) return true;
  return false;
};

/** Whether a GIF ends as one; zeros may follow. */
const reachesGifEnd = (gif: Buffer): boolean => {
  let last = gif.length - 1;
  while (last > 0 && gif[last] === 0) last--;
  return gif[last] === GIF_END;
};

/** Whether a picture lacks its end, as far as its kind tells where that is. Nothing is decoded. */
export const isCutOff = (kind: PictureKind, bytes: Buffer): boolean => {
  if (kind === "png") return !reachesPngEnd(bytes);
  if (kind === "jpeg") return !bytes.includes(JPEG_END);
  if (kind === "gif") return !reachesGifEnd(bytes);
  if (kind === "webp") return bytes.length < bytes.readUInt32LE(4) + 8;
  return false;
};
