import { Worker } from "node:worker_threads";
import type { PackedPage } from "./packed-page.ts";
import type { DrawOrder, DrawReport } from "./thread.ts";

/** Bytes that PDFium may take: for a file of 100 MB beside its largest page. */
const MEMORY_LIMIT_BYTES = 416 * 1_048_576;
/** Milliseconds without a page, after which it counts as one that never ends. */
const PAGE_TIMEOUT_MS = 6000;

/** How drawing ended: with the order; at a page that took PDFium down, or did not end in time. */
export type DrawingEnd = "end" | { stuckAt: number };

/** What is drawn, and who is told of it. */
export interface DrawRequest {
  bytes: Uint8Array;
  /** Zero-based numbers. */
  pages: number[];
  milliseconds: number;
  /** The number of pages; undefined for a document that PDFium cannot open. */
  opened(pages: number | undefined): void;
  /** A page, undefined where it cannot be drawn; false asks for no more. */
  page(index: number, drawn: PackedPage | undefined): boolean;
}

/** PDFium in a thread of its own, which is ended when a document takes it too long, and begun anew. */
export class Renderer {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Has the thread ready for a document that comes later. */
  ensureStarted(): void {
    this.#worker ??= this.#start();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: MEMORY_LIMIT_BYTES,
      stdout: true,
    });
    worker.unref();
    // One that ends while nobody waits for it is replaced when it is needed.
    worker.on("error", () => {});
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  /** Draws pages of a document, when all that was asked for before is drawn. */
  draw(drawing: DrawRequest): Promise<DrawingEnd> {
    const drawn = this.#last.then(() => this.#draw(drawing));
    this.#last = drawn.catch(() => {});
    return drawn;
  }

  async #draw({ bytes, pages, milliseconds, opened, page }: DrawRequest): Promise<DrawingEnd> {
    this.ensureStarted();
    const worker = this.#worker!;
    const { promise, resolve } = Promise.withResolvers<DrawingEnd>();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    let done = 0;
    const stuck = () => resolve({ stuckAt: pages[done] ?? 0 });
    // What was told while this thread was busy is heard before the time counts.
    let late: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      late = setImmediate(stuck);
    }, PAGE_TIMEOUT_MS);
    const onReport = (report: DrawReport): void => {
      clearImmediate(late);
      timer.refresh();
      if (report.kind === "opened") opened(report.pages);
      else if (report.kind === "end") resolve("end");
      else {
        done++;
        if (!page(report.index, report.drawn)) Atomics.store(stop, 0, 1);
      }
    };
    worker.on("message", onReport).once("exit", stuck);
    worker.postMessage({ bytes, pages, milliseconds, stop } satisfies DrawOrder);
    const ending = await promise;
    clearTimeout(timer);
    clearImmediate(late);
    worker.off("message", onReport).off("exit", stuck);
    if (ending !== "end") await this.close();
    return ending;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
