import { availableParallelism } from "node:os";
import { config } from "../../config.ts";
import { MB } from "../../settings/megabyte.ts";
import { startInline } from "../../workers/inline.ts";
import { Pool } from "../../workers/pool.ts";
import { type ThreadOptions, threadPool } from "../../workers/thread.ts";
import type { PdfAnswer, PdfOrder } from "./jobs.ts";

/** A thread that holds more memory after its job is ended instead of being reused. Its heap grows this far without need. */
const IDLE_THREAD_MAX_BYTES = 160 * MB;

/** Threads for small files. */
export const QUICK_THREADS = Math.min(4, Math.max(2, availableParallelism()));

const script = new URL("./thread.ts", import.meta.url);

const QUICK_THREAD: ThreadOptions = {
  script,
  data: true,
  resourceLimits: { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 8 },
  processorTimeMs: 60_000,
  // Kills a job that the budget does not end.
  jobTimeMs: 1000,
};

/** Small files are read on the function's only thread: it has no other request, and a thread would have to start first. */
const inlinePool = () =>
  new Pool<PdfOrder, PdfAnswer>({
    start: () =>
      startInline(QUICK_THREAD, async () => {
        const { doPdfJob } = await import("./jobs.ts");
        return (order) => doPdfJob(order, true);
      }),
    isReusable: () => true,
    size: 1,
    idleMs: 10_000,
  });

/** The threads for small files, which most are: a job ends in a fifth of a second, or goes on in a slow thread. */
export const quickThreads = config.onLambda
  ? inlinePool()
  : threadPool<PdfOrder, PdfAnswer>({
      ...QUICK_THREAD,
      idleMaxBytes: IDLE_THREAD_MAX_BYTES,
      size: QUICK_THREADS,
      idleMs: 10_000,
    });

/** The threads for large files, and for small ones that cost much. */
export const slowThreads = threadPool<PdfOrder, PdfAnswer>({
  script,
  data: false,
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 },
  processorTimeMs: 60_000,
  idleMaxBytes: IDLE_THREAD_MAX_BYTES,
  size: config.jobs,
  idleMs: 5000,
});
