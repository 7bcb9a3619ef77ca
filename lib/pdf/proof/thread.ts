import { parentPort, workerData } from "node:worker_threads";
import { type OpenDocument, openDocument } from "./document.ts";
import { drawPage } from "./draw.ts";
import { type PackedPage, packPage } from "./packed-page.ts";
import { loadPdfium } from "./pdfium.ts";

/** What the thread is asked to draw: pages of a document by their zero-based numbers, for so many milliseconds. */
export interface DrawOrder {
  bytes: Uint8Array;
  pages: number[];
  milliseconds: number;
  /** Not zero from the moment on when the order is no longer wanted. */
  stop: Int32Array;
}

/**
 * What the thread tells: how many pages there are (undefined for what it cannot open), each page that it has drawn
 * (without `drawn` where it cannot), and the end of an order.
 */
export type DrawReport =
  | { kind: "opened"; pages: number | undefined }
  | { kind: "page"; index: number; drawn: PackedPage | undefined }
  | { kind: "end" };

const port = parentPort!;
const pdfium = loadPdfium(workerData as number);

const report = (report: DrawReport): void => {
  const moved = report.kind === "page" && report.drawn !== undefined ? [report.drawn.words.buffer] : [];
  port.postMessage(report, moved);
};

const drawPages = (document: OpenDocument, { pages, milliseconds, stop }: Omit<DrawOrder, "bytes">): void => {
  const until = performance.now() + milliseconds;
  for (const index of pages) {
    if (performance.now() > until || Atomics.load(stop, 0) !== 0) break;
    const drawn = drawPage(document, index);
    report({ kind: "page", index, drawn: drawn && packPage(drawn) });
  }
};

/** Draws the pages of one document after another. A document that crashes PDFium ends the thread with an error. */
port.on("message", async ({ bytes, ...order }: DrawOrder) => {
  const document = openDocument(await pdfium, bytes);
  // PDFium has a copy of its own: no collector hurries for this one.
  (bytes.buffer as ArrayBuffer).transfer(0);
  report({ kind: "opened", pages: document?.pages });
  if (document !== undefined) {
    drawPages(document, order);
    document.close();
  }
  report({ kind: "end" });
});
