import type { DrawnPage } from "./draw.ts";

/** A drawn page with run-length coded pixels: a run of equal pixels takes two words. */
export interface PackedPage extends Omit<DrawnPage, "pixels"> {
  /** A count and a pixel for a run; a negative count and as many pixels for pixels that do not repeat. */
  words: Int32Array<ArrayBuffer>;
}

/** Shorter runs are stored as single pixels. */
const RUN_MIN_PIXELS = 4;

const runAt = (pixels: Int32Array, from: number): number => {
  let to = from + 1;
  while (to < pixels.length && pixels[to] === pixels[from]) to++;
  return to - from;
};

/** The buffer in which pages are packed, reused for each page. */
let buffer = new Int32Array(0);

/** Packs a page's pixels. */
export const packPage = ({ pixels, ...page }: DrawnPage): PackedPage => {
  const maxWords = pixels.length + Math.ceil(pixels.length / RUN_MIN_PIXELS) + 2;
  if (buffer.length < maxWords) buffer = new Int32Array(maxWords);
  const words = buffer;
  let [end, literals] = [0, 0];
  const close = (to: number): void => {
    if (literals === to) return;
    words[end++] = literals - to;
    words.set(pixels.subarray(literals, to), end);
    end += to - literals;
  };
  for (let at = 0; at < pixels.length; ) {
    const run = runAt(pixels, at);
    if (run >= RUN_MIN_PIXELS) {
      close(at);
      words[end++] = run;
      words.set(pixels.subarray(at, at + 1), end++);
      literals = at + run;
    }
    at += run;
  }
  close(pixels.length);
  return { ...page, words: words.slice(0, end) };
};

/** Unpacks a page's pixels. */
export const unpackPage = ({ words, ...page }: PackedPage): DrawnPage => {
  const pixels = new Int32Array(page.width * page.height);
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
  return { ...page, pixels };
};

/** Whether two pages have identical pixels and text. */
export const isEqualPage = (a: PackedPage, b: PackedPage): boolean =>
  a.width === b.width && a.height === b.height && a.text === b.text && Buffer.compare(bytes(a), bytes(b)) === 0;

const bytes = ({ words }: PackedPage): Buffer => Buffer.from(words.buffer, words.byteOffset, words.byteLength);
