import { damagedPicture } from "./picture-fault.ts";

/** The area that the first picture of a GIF covers. */
export interface GifFrame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const [EXTENSION, PICTURE] = [0x21, 0x2c];
const HEAD_BYTES = 13;

/** The bytes of a colour table (GIF89a, 18 and 20), by the flags that state its size. */
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** The area of the first picture. Throws a PictureFault if there is none. */
export const gifFrame = (gif: Buffer): GifFrame => {
  let at = HEAD_BYTES + tableBytes(gif[10] ?? 0);
  while (gif[at] === EXTENSION) {
    at += 2;
    for (let size = gif[at] ?? 0; size > 0; size = gif[at] ?? 0) at += 1 + size;
    at++;
  }
  if (gif[at] !== PICTURE || at + 10 > gif.length) throw damagedPicture("it has no picture");
  return {
    left: gif.readUInt16LE(at + 1),
    top: gif.readUInt16LE(at + 3),
    width: gif.readUInt16LE(at + 5),
    height: gif.readUInt16LE(at + 7),
  };
};
