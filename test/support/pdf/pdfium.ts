import { Worker } from "node:worker_threads";

/** A page image by PDFium, with four channels. */
export interface Drawn {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The page count, and the images of the first pages. */
export interface Drawing {
  count: number;
  pages: Drawn[];
}

/** A limit for files that take PDFium minutes. */
const DRAWING_TIMEOUT_MS = 20_000;

/** The mean difference of a block of 8 x 8 pixels, in steps of 255, up to which two pages look the same. */
const BLOCK_DIFFERENCE_LIMIT = 12;

let thread: Worker | undefined;

/** The images of the first pages of a PDF, with annotations; none if PDFium cannot open it or takes too long. */
export const drawn = (bytes: Uint8Array, last: number): Promise<Drawing> =>
  new Promise((resolve) => {
    thread ??= new Worker(new URL("./pdfium-worker.ts", import.meta.url));
    const worker = thread;
    worker.unref(); // the timer keeps the process while it draws
    const end = (drawing: Drawing, stop: boolean): void => {
      clearTimeout(timer);
      worker.off("message", told).off("error", failed);
      if (stop) {
        thread = undefined;
        void worker.terminate();
      }
      resolve(drawing);
    };
    const nothing = { count: 0, pages: [] };
    const told = (drawing: Drawing) => end(drawing, false);
    const failed = () => end(nothing, true);
    const timer = setTimeout(() => end(nothing, true), DRAWING_TIMEOUT_MS);
    worker.on("message", told).on("error", failed);
    worker.postMessage({ bytes: new Uint8Array(bytes), last });
  });

/** Whether two pages look the same: no block of 8 x 8 pixels differs by more than the limit. A page that was not drawn equals any. */
export const alike = (a: Drawn, b: Drawn): boolean => {
  if (a.width === 0) return true;
  if (a.width !== b.width || a.height !== b.height) return false;
  const columns = (a.width >> 3) + 1;
  const blocks = new Float64Array(columns * ((a.height >> 3) + 1));
  for (let row = 0, at = 0; row < a.height; row++) {
    for (let column = 0; column < a.width; column++, at += 4) {
      const apart =
        Math.abs(a.data[at]! - b.data[at]!) +
        Math.abs(a.data[at + 1]! - b.data[at + 1]!) +
        Math.abs(a.data[at + 2]! - b.data[at + 2]!);
      blocks[(row >> 3) * columns + (column >> 3)]! += apart / 3;
    }
  }
  return blocks.every((sum) => sum / 64 <= BLOCK_DIFFERENCE_LIMIT);
};
