import { parentPort } from "node:worker_threads";
import { PDFiumLibrary } from "@hyzyla/pdfium";
import type { Drawing } from "./pdfium.ts";

const LONGEST_SIDE_PX = 360;
const library = await PDFiumLibrary.init();

const draw = async (bytes: Uint8Array, last: number): Promise<Drawing> => {
  const pages: Drawing["pages"] = [];
  try {
    const document = await library.loadDocument(bytes);
    const count = document.getPageCount();
    for (let index = 0; index < Math.min(count, last); index++) {
      const page = document.getPage(index);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(originalWidth, originalHeight, 1));
      const { width, height, data } = await page.render({ scale, render: "bitmap" });
      pages.push({ width, height, data });
    }
    document.destroy();
    return { count, pages };
  } catch {
    return { count: 0, pages };
  }
};

/** Draws documents one by one, in a thread that can be ended. */
parentPort!.on("message", async ({ bytes, last }: { bytes: Uint8Array; last: number }) => {
  parentPort!.postMessage(await draw(bytes, last));
});
