import type { DrawnPage, PageFacts } from "./draw.ts";

/** Run-length coded pixels: a run of equal pixels takes two words. */
interface PackedPixels {
  /** A count and a pixel for a run; a negative count and as many pixels for pixels that do not repeat. */
  words: Int32Array<ArrayBuffer>;
}

/** Pixels as they are kept to be compared: packed, which takes less memory, or as they are. */
type KeptPixels = PackedPixels | { pixels: Int32Array<ArrayBuffer> };

export type KeptPage = PageFacts & KeptPixels;

/** Shorter runs are stored as single pixels. */
const RUN_MIN_PIXELS = 4;
/** In a run that is at least as long, so many further pixels are compared at once, by their bytes. */
const STEP_PIXELS = 256;

const bytesOf = (pixels: Int32Array): Buffer => Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength);

/** The end of the run of equal pixels from a place, at most a limit. */
const endOfRun = (pixels: Int32Array, from: number, limit: number): number => {
  const pixel = pixels[from];
  let to = from + 1;
  while (to < limit && pixels[to] === pixel) to++;
  return to;
};

/** The length of the run of equal pixels from a place; `bytes` are those of the pixels. */
const runAt = (pixels: Int32Array, bytes: Buffer, from: number): number => {
  const step = Math.min(pixels.length, from + STEP_PIXELS);
  let to = endOfRun(pixels, from, step);
  if (to < step) return to - from;
  const stepBytes = 4 * STEP_PIXELS;
  for (let at = 4 * to; at + stepBytes <= bytes.length; at += stepBytes, to += STEP_PIXELS) {
    if (bytes.compare(bytes, at - stepBytes, at, at, at + stepBytes) !== 0) break;
  }
  return endOfRun(pixels, to - 1, pixels.length) - from;
};

/** The buffer in which pages are packed, reused for each page. */
let buffer = new Int32Array(0);

export const packPixels = (pixels: Int32Array): PackedPixels => {
  const maxWords = pixels.length + Math.ceil(pixels.length / RUN_MIN_PIXELS) + 2;
  if (buffer.length < maxWords) buffer = new Int32Array(maxWords);
  const words = buffer;
  const bytes = bytesOf(pixels);
  let [end, literals] = [0, 0];
  const close = (to: number): void => {
    if (literals === to) return;
    words[end++] = literals - to;
    words.set(pixels.subarray(literals, to), end);
    end += to - literals;
  };
  for (let at = 0; at < pixels.length; ) {
    const run = runAt(pixels, bytes, at);
    if (run >= RUN_MIN_PIXELS) {
      close(at);
      words[end++] = run;
      words[end++] = pixels[at]!;
      literals = at + run;
    }
    at += run;
  }
  close(pixels.length);
  return { words: words.slice(0, end) };
};

/** A function that keeps pixels: packed, or copied. */
export const keepsPixels = (packs: boolean): ((pixels: Int32Array) => KeptPixels) =>
  packs ? packPixels : (pixels) => ({ pixels: new Int32Array(pixels) });

/** Writes the pixels of a packed page. */
const unpack = (words: Int32Array, pixels: Int32Array): void => {
  let to = 0;
  for (let at = 0; at < words.length; ) {
    const head = words[at++]!;
    if (head > 0) {
      pixels.fill(words[at++]!, to, to + head);
      to += head;
      continue;
    }
    pixels.set(words.subarray(at, at - head), to);
    at -= head;
    to -= head;
  }
};

/** Memory for pixels, which is used again for each page. */
class PixelRoom {
  #pixels = new Int32Array(0);

  /** Memory for so many pixels, with any values. */
  take(count: number): Int32Array {
    if (this.#pixels.length < count) this.#pixels = new Int32Array(count);
    return this.#pixels.subarray(0, count);
  }
}

/** A kept page with its pixels, which stay until the room is used for another page. */
const drawnIn = (room: PixelRoom, page: KeptPage): DrawnPage => {
  if ("pixels" in page) return page;
  const { words, ...facts } = page;
  const pixels = room.take(page.width * page.height);
  unpack(words, pixels);
  return { ...facts, pixels };
};

/** A kept page with its pixels. */
export const drawnPage = (page: KeptPage): DrawnPage => drawnIn(new PixelRoom(), page);

const [roomBefore, roomAfter] = [new PixelRoom(), new PixelRoom()];

/** Two kept pages with their pixels, until the next call. */
export const drawnPair = (before: KeptPage, after: KeptPage): [DrawnPage, DrawnPage] => [
  drawnIn(roomBefore, before),
  drawnIn(roomAfter, after),
];

/** The pixels of a kept page as they are kept. */
export const keptWords = (page: KeptPage): Int32Array<ArrayBuffer> => ("words" in page ? page.words : page.pixels);

/** Whether two pages, which are kept in the same way, have identical pixels and text. */
export const isEqualPage = (a: KeptPage, b: KeptPage): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.text === b.text &&
  bytesOf(keptWords(a)).equals(bytesOf(keptWords(b)));
