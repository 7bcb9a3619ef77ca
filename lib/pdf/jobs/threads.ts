import { availableParallelism } from "node:os";
import { config } from "../../config.ts";
import { MB } from "../../settings/megabyte.ts";
import { BoundedPool } from "../../workers/bounded-pool.ts";
import { startInline } from "../../workers/inline.ts";
import type { Reply } from "../../workers/reply.ts";
import { startThread } from "../../workers/thread.ts";
import type { Worker, WorkerLimits } from "../../workers/worker.ts";
import type { PdfAnswer, PdfOrder } from "./jobs.ts";

type PdfThread = Worker<PdfOrder, PdfAnswer>;

/** A thread that holds more memory after its job is ended instead of being reused. Its heap grows this far without need. */
const IDLE_THREAD_MAX_BYTES = 160 * MB;

/** Threads for small files. */
export const QUICK_THREADS = Math.min(4, Math.max(2, availableParallelism()));

const isReusable = ({ heldBytes = 0 }: Reply<PdfAnswer>): boolean => heldBytes <= IDLE_THREAD_MAX_BYTES;

const script = new URL("./thread.ts", import.meta.url);

const QUICK_WORKER_LIMITS: WorkerLimits = {
  processorTimeMs: 60_000,
  // Kills a job that the budget does not end.
  jobTimeMs: 1000,
  stopGraceMs: 200,
};

const startQuickThread = (): PdfThread =>
  startThread({
    script,
    data: true,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    ...QUICK_WORKER_LIMITS,
  });

/** Small files are read on the function's only thread: it has no other request, and a thread would have to start first. */
const startOnLambda = (): PdfThread =>
  startInline(QUICK_WORKER_LIMITS, async () => {
    const { doPdfJob } = await import("./jobs.ts");
    return (order) => doPdfJob(order, true);
  });

/** The threads for small files, which most are: a job ends in a fifth of a second, or goes on in a slow thread. */
export const quickThreads = new BoundedPool<PdfOrder, PdfAnswer>({
  start: config.onLambda ? startOnLambda : startQuickThread,
  isReusable,
  size: config.onLambda ? 1 : QUICK_THREADS,
  idleMs: 10_000,
});

/** The threads for large files, and for small ones that cost much. */
export const slowThreads = new BoundedPool<PdfOrder, PdfAnswer>({
  start: () =>
    startThread({
      script,
      data: false,
      resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 8 },
      processorTimeMs: 60_000,
      stopGraceMs: 1000,
    }),
  isReusable,
  size: config.jobs,
  idleMs: 5000,
});
