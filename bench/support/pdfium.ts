import { PDFiumLibrary } from "@hyzyla/pdfium";

/** A page as PDFium draws it: four channels. */
export interface Drawn {
  width: number;
  height: number;
  data: Uint8Array;
}

const LONGEST_SIDE_PX = 360;

/** Steps of 255 by which a block of 8 x 8 pixels may differ in the mean where two pages look the same. */
const BLOCK_LIMIT = 12;

let library: Promise<PDFiumLibrary> | undefined;

/** The first pages of a PDF as PDFium draws them, with annotations; and how many it counts. None where it opens nothing. */
export const drawn = async (bytes: Uint8Array, last: number): Promise<{ count: number; pages: Drawn[] }> => {
  library ??= PDFiumLibrary.init();
  const pages: Drawn[] = [];
  try {
    const document = await (await library).loadDocument(new Uint8Array(bytes));
    try {
      const count = document.getPageCount();
      for (let index = 0; index < Math.min(count, last); index++) {
        const page = document.getPage(index);
        const { originalWidth, originalHeight } = page.getOriginalSize();
        const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(originalWidth, originalHeight, 1));
        pages.push(await page.render({ scale, render: "bitmap" }));
      }
      return { count, pages };
    } finally {
      document.destroy();
    }
  } catch {
    return { count: 0, pages };
  }
};

/** Whether two pages look the same: no block of 8 x 8 pixels differs more than a little. */
export const alike = (a: Drawn, b: Drawn): boolean => {
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
  return blocks.every((sum) => sum / 64 <= BLOCK_LIMIT);
};
