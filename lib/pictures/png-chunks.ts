import { crc32 } from "node:zlib";
import { damagedPicture, PictureFault } from "./picture-fault.ts";

const SIGNATURE_BYTES = 8;
/** Pieces of the compressed pixels: those of 8 KB, as programs write them, hold 800 MB. */
const PIECES_LIMIT = 100_000;
/** Chunks without which a picture cannot be read; what is wrong in others is not seen. */
const CRITICAL: ReadonlySet<string> = new Set(["IHDR", "PLTE", "IDAT", "tRNS"]);
/** Chunks of which a picture has one; further ones do not count. */
const KNOWN: ReadonlySet<string> = new Set([
  ...["IHDR", "PLTE", "tRNS", "iCCP", "sRGB", "gAMA", "cHRM", "pHYs", "eXIf", "acTL"],
]);

/** The first chunk of each kind, and the compressed pixels. */
interface PngChunks {
  readonly chunks: ReadonlyMap<string, Buffer>;
  readonly data: Buffer;
}

/** Reads the chunks of a PNG up to its end, or to where it is cut off. Throws a PictureFault for a wrong checksum. */
export const readPngChunks = (png: Buffer): PngChunks => {
  const chunks = new Map<string, Buffer>();
  const pieces: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length; ) {
    const type = png.toString("latin1", at + 4, at + 8);
    const end = at + 8 + png.readUInt32BE(at);
    if (type === "IEND" || end + 4 > png.length) break;
    if (CRITICAL.has(type) && crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end))
      throw damagedPicture(`its part ${type} is wrong`);
    const data = png.subarray(at + 8, end);
    if (type === "IDAT" && pieces.length === PIECES_LIMIT)
      throw new PictureFault("too-large", `it has more than ${PIECES_LIMIT} parts`);
    if (type === "IDAT" && data.length > 0) pieces.push(data);
    else if (KNOWN.has(type) && !chunks.has(type)) chunks.set(type, data);
    at = end + 4;
  }
  const [first = Buffer.alloc(0), ...others] = pieces;
  return { chunks, data: others.length === 0 ? first : Buffer.concat(pieces) };
};
