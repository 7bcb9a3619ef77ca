import { Worker } from "node:worker_threads";
import { ServiceError } from "../../errors/service-error.ts";
import type { SizedPage } from "./page-sizes.ts";
import type { Task } from "./tasks.ts";
import type { ThreadAnswer, ThreadRequest } from "./thread.ts";

const needsMemory = (): ServiceError =>
  new ServiceError("PROCESSING_FAILED", "The document needs more memory than one document may have.", {
    reason: "memory-exceeded",
  });

const crashes = (): ServiceError =>
  new ServiceError("PROCESSING_FAILED", "PDFium crashes over the document.", { reason: "document-crashes-engine" });

/** A thread with PDFium, as the process sees it. It answers one question after another. */
export class PageThread {
  readonly #worker: Worker;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `memoryLimitBytes` is for PDFium: the file, and what its pages need. Threads may share PDFium's code. */
  constructor(memoryLimitBytes: number, code: Promise<WebAssembly.Module>) {
    this.#worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData: memoryLimitBytes });
    const loaded = code.then((load) => this.#answerTo({ load }));
    loaded.catch(() => {}); // the first question throws it
    this.#last = loaded;
  }

  /** The number of its questions without an answer. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Opens a document, of which it gets a copy, with its form or without. Returns its number of pages; undefined if PDFium cannot open it. */
  open(bytes: Uint8Array, hasForm: boolean): Promise<number | undefined> {
    const copy = new Uint8Array(bytes);
    return this.#ask({ open: copy, hasForm }, [copy.buffer]) as Promise<number | undefined>;
  }

  /** The sizes of pages; undefined if PDFium cannot find one of them. */
  sizes(positions: readonly number[]): Promise<SizedPage[] | undefined> {
    return this.#ask({ sizes: positions }) as Promise<SizedPage[] | undefined>;
  }

  /** Does a task on a page; undefined if PDFium cannot load it. */
  page<Result>(position: number, task: Task): Promise<Result | undefined> {
    return this.#ask({ page: position, task }) as Promise<Result | undefined>;
  }

  #ask(request: ThreadRequest, moved: ArrayBuffer[] = []): Promise<unknown> {
    this.#waiting++;
    const answer = this.#last.then(() => this.#answerTo(request, moved)).finally(() => this.#waiting--);
    this.#last = answer.catch(() => {});
    return answer;
  }

  async #answerTo(request: ThreadRequest, moved: ArrayBuffer[] = []): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    this.#worker.once("message", resolve).once("error", reject);
    this.#worker.postMessage(request, moved);
    try {
      const reply = await promise;
      if ("answer" in reply) return reply.answer;
      throw reply.failed === "memory" ? needsMemory() : crashes();
    } finally {
      this.#worker.off("message", resolve).off("error", reject);
    }
  }
}
