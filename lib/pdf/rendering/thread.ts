// A thread of the rendering process: PDFium in a WebAssembly memory of its own, with one open document.
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { fontsFolder } from "../../fonts/folder.ts";
import { type OpenDocument, openDocument, withPage } from "../pdfium/open-document.ts";
import { loadPdfium } from "../pdfium/pdfium.ts";
import { provideFonts } from "../pdfium/system-fonts.ts";
import type { PageResult } from "./page-result.ts";
import { pageSizes } from "./page-sizes.ts";
import { pageResult, type Task } from "./tasks.ts";

/**
 * What the thread is asked, one question after another: to load PDFium, whose code it gets; to open a document, with its form or
 * without, whose number of pages it answers; for the sizes of pages; to do a task on a page. Pages have their zero-based positions.
 */
export type ThreadRequest =
  | { readonly load: WebAssembly.Module }
  | { readonly open: Uint8Array; readonly hasForm: boolean }
  | { readonly sizes: readonly number[] }
  | { readonly page: number; readonly task: Task };

/** An answer, which is undefined if PDFium cannot read what it was asked for; or how the document made PDFium fail. */
export type ThreadAnswer = { readonly answer: unknown } | { readonly failed: "memory" | "crash" };

const port = parentPort;
if (port === null) throw new Error("This file runs in a thread.");
let isMemoryRefused = false;
const onRefusal = () => {
  isMemoryRefused = true;
};
const { promise: code, resolve: load } = Promise.withResolvers<WebAssembly.Module>();
const loaded = loadPdfium(workerData as number, onRefusal, code).then((pdfium) => {
  provideFonts(pdfium, join(fontsFolder, "files"));
  return pdfium;
});
let document: OpenDocument | undefined;

const answerTo = async (request: ThreadRequest): Promise<PageResult | undefined> => {
  if ("load" in request) load(request.load);
  const pdfium = await loaded;
  if ("load" in request) return undefined;
  if ("open" in request) {
    document?.close();
    document = openDocument(pdfium, request.open, request.hasForm);
    // PDFium has a copy; this one is freed at once.
    (request.open.buffer as ArrayBuffer).transfer(0);
    return { result: document?.pages };
  }
  if (document === undefined) throw new Error("No document is open.");
  const open = document;
  if ("sizes" in request) return { result: pageSizes(open, request.sizes) };
  return withPage(open, request.page, (page) => pageResult(open, page, request.task));
};

const answer = async (request: ThreadRequest): Promise<void> => {
  const { result, memories = [] } = (await answerTo(request)) ?? { result: undefined };
  // With less memory than it asks for, PDFium leaves things out of a page.
  if (isMemoryRefused) throw new Error("PDFium needs more memory.");
  port.postMessage({ answer: result } satisfies ThreadAnswer, memories);
};

port.on("message", (request: ThreadRequest) =>
  answer(request).catch(() =>
    port.postMessage({ failed: isMemoryRefused ? "memory" : "crash" } satisfies ThreadAnswer),
  ),
);
