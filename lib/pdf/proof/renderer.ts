import { Worker } from "node:worker_threads";
import { MB } from "../../settings/megabyte.ts";
import { processorTimeOf } from "../../turns/processor-time.ts";
import { endWhenEvaluated } from "../../workers/end-thread.ts";
import type { DrawOrder, DrawReport, PageReport } from "./thread.ts";

/** Memory limit of PDFium: enough for a file of 100 MB and its largest page. */
const MEMORY_LIMIT_BYTES = 416 * MB;
/** Processor time without a finished page after which the current page counts as endless. */
const PAGE_LIMIT_MS = 6000;
const CHECK_INTERVAL_MS = 500;

/** How drawing ended: at the end of the request, or at a page that crashed PDFium or took too long. */
export type DrawingEnd = "end" | { stuckAt: number; isEndless: boolean };

/** A request to draw pages of a document, with the callbacks for its results. */
interface DrawRequest {
  bytes: Uint8Array;
  /** Zero-based numbers. */
  pages: number[];
  /** Whether the pages are packed, because there are many. */
  packs: boolean;
  processorTimeMs: number;
  /** Called with the number of pages; undefined for a document that PDFium cannot open. */
  opened(pages: number | undefined): void;
  /** Called with each page; false stops drawing. */
  page(report: PageReport): boolean;
}

/**
 * PDFium in a worker thread, which is terminated when a document takes too long, and then restarted. It is one class,
 * because a request spans the start, the messages and the end of the thread.
 */
export class Renderer {
  #worker: Worker | undefined;
  #end: (() => Promise<void>) | undefined;
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
    this.#end = endWhenEvaluated(worker);
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

  async #draw({ bytes, pages, packs, processorTimeMs, opened, page }: DrawRequest): Promise<DrawingEnd> {
    const worker = this.ensureStarted();
    const { promise, resolve } = Promise.withResolvers<DrawingEnd>();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    let done = 0;
    const onStuck = (isEndless: boolean) => resolve({ stuckAt: pages[done] ?? 0, isEndless });
    const onExit = () => onStuck(false);
    /** The file in `/proc` with the processor time of the thread; empty until it has begun. */
    let statFile = "";
    const usedNow = () => processorTimeOf(statFile) ?? 0;
    let usedBefore = 0;
    // Messages that arrived while this thread was busy are handled before the limit counts.
    let limitCheck: NodeJS.Immediate | undefined;
    const timer = setInterval(() => {
      if (usedNow() - usedBefore > PAGE_LIMIT_MS) limitCheck = setImmediate(onStuck, true);
    }, CHECK_INTERVAL_MS);
    const onReport = (report: DrawReport): void => {
      clearImmediate(limitCheck);
      if (report.kind === "begun") statFile = report.statFile;
      usedBefore = usedNow();
      if (report.kind === "opened") opened(report.pages);
      else if (report.kind === "end") resolve("end");
      else if (report.kind === "page") {
        done++;
        if (!page(report)) Atomics.store(stop, 0, 1);
      }
    };
    worker.on("message", onReport).once("exit", onExit);
    worker.postMessage({ bytes, pages, packs, processorTimeMs, stop } satisfies DrawOrder);
    const ending = await promise;
    clearInterval(timer);
    clearImmediate(limitCheck);
    worker.off("message", onReport).off("exit", onExit);
    if (ending !== "end") await this.close();
    return ending;
  }

  async close(): Promise<void> {
    this.#worker = undefined;
    await this.#end?.();
  }
}
