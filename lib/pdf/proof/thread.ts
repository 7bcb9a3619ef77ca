import { parentPort, workerData } from "node:worker_threads";
import { ownProcessorTime, ownStatFile } from "../../turns/own-processor-time.ts";
import { type OpenDocument, openDocument } from "../pdfium/open-document.ts";
import { loadPdfium } from "../pdfium/pdfium.ts";
import { drawPage } from "./draw.ts";
import { type KeptPage, keepsPixels, keptWords } from "./packed-page.ts";

/** A request to the thread: the zero-based numbers of the pages to draw, and a limit on its processor time. */
export interface DrawOrder {
  bytes: Uint8Array;
  pages: number[];
  /** Whether the pages are packed, because there are many. */
  packs: boolean;
  processorTimeMs: number;
  /** Set to another value than 0 to cancel the request. */
  stop: Int32Array;
}

/** A drawn page (without `drawn` if it cannot be drawn), and the processor time of the request until then. */
export interface PageReport {
  kind: "page";
  index: number;
  drawn: KeptPage | undefined;
  spentMs: number;
}

/**
 * A message of the thread: that it has begun a request, the number of pages (undefined if the document cannot be opened), a drawn
 * page, or the end of the request.
 */
export type DrawReport =
  | { kind: "begun"; statFile: string }
  | { kind: "opened"; pages: number | undefined }
  | PageReport
  | { kind: "end" };

const port = parentPort;
if (port === null) throw new Error("This file runs in a thread.");
const pdfium = loadPdfium(workerData as number);

const report = (report: DrawReport): void => {
  const moved = report.kind === "page" && report.drawn !== undefined ? [keptWords(report.drawn).buffer] : [];
  port.postMessage(report, moved);
};

const drawPages = (
  document: OpenDocument,
  { pages, packs, processorTimeMs, stop }: Omit<DrawOrder, "bytes">,
  startMs: number,
): void => {
  const keep = keepsPixels(packs);
  for (const index of pages) {
    if (ownProcessorTime() - startMs > processorTimeMs || Atomics.load(stop, 0) !== 0) break;
    const drawn = drawPage(document, index, keep);
    report({ kind: "page", index, drawn, spentMs: ownProcessorTime() - startMs });
  }
};

/** Draws the pages of one document after another. A document that crashes PDFium ends the thread with an error. */
port.on("message", async ({ bytes, ...order }: DrawOrder) => {
  // Not at the start of the thread: in a forked process it has another number than where it has started.
  report({ kind: "begun", statFile: ownStatFile() });
  const startMs = ownProcessorTime();
  const document = openDocument(await pdfium, bytes);
  // PDFium has a copy; this one is freed at once.
  (bytes.buffer as ArrayBuffer).transfer(0);
  report({ kind: "opened", pages: document?.pages });
  if (document !== undefined) {
    drawPages(document, order, startMs);
    document.close();
  }
  report({ kind: "end" });
});
