import { parentPort, workerData } from "node:worker_threads";
import { type OpenDocument, openDocument } from "./document.ts";
import { drawPage } from "./draw.ts";
import { type PackedPage, packPage } from "./packed-page.ts";
import { loadPdfium } from "./pdfium.ts";

/** A request to the thread: the zero-based numbers of the pages to draw, and a time limit in milliseconds. */
export interface DrawOrder {
  bytes: Uint8Array;
  pages: number[];
  milliseconds: number;
  /** Set to another value than 0 to cancel the request. */
  stop: Int32Array;
}

/**
 * A message of the thread: the number of pages (undefined if the document cannot be opened), a drawn page (without
 * `drawn` if it cannot be drawn), or the end of the request.
 */
export type DrawReport =
  | { kind: "opened"; pages: number | undefined }
  | { kind: "page"; index: number; drawn: PackedPage | undefined }
  | { kind: "end" };

const port = parentPort;
if (port === null) throw new Error("This file runs in a thread.");
const pdfium = loadPdfium(workerData as number);

const report = (report: DrawReport): void => {
  const moved = report.kind === "page" && report.drawn !== undefined ? [report.drawn.words.buffer] : [];
  port.postMessage(report, moved);
};

const drawPages = (document: OpenDocument, { pages, milliseconds, stop }: Omit<DrawOrder, "bytes">): void => {
  const deadline = performance.now() + milliseconds;
  for (const index of pages) {
    if (performance.now() > deadline || Atomics.load(stop, 0) !== 0) break;
    const drawn = drawPage(document, index);
    report({ kind: "page", index, drawn: drawn && packPage(drawn) });
  }
};

/** Draws the pages of one document after another. A document that crashes PDFium ends the thread with an error. */
port.on("message", async ({ bytes, ...order }: DrawOrder) => {
  const document = openDocument(await pdfium, bytes);
  // PDFium has a copy; this one is freed at once.
  (bytes.buffer as ArrayBuffer).transfer(0);
  report({ kind: "opened", pages: document?.pages });
  if (document !== undefined) {
    drawPages(document, order);
    document.close();
  }
  report({ kind: "end" });
});
