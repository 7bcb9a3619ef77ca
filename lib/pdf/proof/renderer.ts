import { Worker } from "node:worker_threads";
import { MB } from "../../settings/megabyte.ts";
import type { PackedPage } from "./packed-page.ts";
import type { DrawOrder, DrawReport } from "./thread.ts";

/** Memory limit of PDFium: enough for a file of 100 MB and its largest page. */
const MEMORY_LIMIT_BYTES = 416 * MB;
/** Time without a finished page after which the current page counts as endless. */
const PAGE_TIMEOUT_MS = 6000;

/** How drawing ended: at the end of the request, or at a page that crashed PDFium or took too long. */
export type DrawingEnd = "end" | { stuckAt: number };

/** A request to draw pages of a document, with the callbacks for its results. */
interface DrawRequest {
  bytes: Uint8Array;
  /** Zero-based numbers. */
  pages: number[];
  milliseconds: number;
  /** Called with the number of pages; undefined for a document that PDFium cannot open. */
  opened(pages: number | undefined): void;
  /** Called with each page, undefined if it cannot be drawn; false stops drawing. */
  page(index: number, drawn: PackedPage | undefined): boolean;
}

/**
 * PDFium in a worker thread, which is terminated when a document takes too long, and then restarted. It is one class,
 * because a request spans the start, the messages and the end of the thread.
 */
export class Renderer {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Starts the thread for a later document. */
  ensureStarted(): Worker {
    this.#worker ??= this.#start();
    return this.#worker;
  }

  #start(): Worker {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      workerData: MEMORY_LIMIT_BYTES,
      stdout: true,
    });
    worker.unref();
    // A thread that ends while it is idle is replaced when it is needed.
    worker.on("error", () => {});
    worker.once("exit", () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  /** Draws pages of a document, after all earlier requests. */
  draw(drawing: DrawRequest): Promise<DrawingEnd> {
    const drawn = this.#last.then(() => this.#draw(drawing));
    this.#last = drawn.catch(() => {});
    return drawn;
  }

  async #draw({ bytes, pages, milliseconds, opened, page }: DrawRequest): Promise<DrawingEnd> {
    const worker = this.ensureStarted();
    const { promise, resolve } = Promise.withResolvers<DrawingEnd>();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    let done = 0;
    const onStuck = () => resolve({ stuckAt: pages[done] ?? 0 });
    // Messages that arrived while this thread was busy are handled before the timeout counts.
    let timeoutCheck: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      timeoutCheck = setImmediate(onStuck);
    }, PAGE_TIMEOUT_MS);
    const onReport = (report: DrawReport): void => {
      clearImmediate(timeoutCheck);
      timer.refresh();
      if (report.kind === "opened") opened(report.pages);
      else if (report.kind === "end") resolve("end");
      else {
        done++;
        if (!page(report.index, report.drawn)) Atomics.store(stop, 0, 1);
      }
    };
    worker.on("message", onReport).once("exit", onStuck);
    worker.postMessage({ bytes, pages, milliseconds, stop } satisfies DrawOrder);
    const ending = await promise;
    clearTimeout(timer);
    clearImmediate(timeoutCheck);
    worker.off("message", onReport).off("exit", onStuck);
    if (ending !== "end") await this.close();
    return ending;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
