import { availableParallelism } from "node:os";
import { config } from "../../config.ts";
import { BoundedPool } from "../../workers/bounded-pool.ts";
import { startInline } from "../../workers/inline.ts";
import type { Reply } from "../../workers/reply.ts";
import { startThread } from "../../workers/thread.ts";
import type { Worker, WorkerLimits } from "../../workers/worker.ts";
import type { JobOrder, LookOrder, PdfAnswer, ThreadLimits } from "./orders.ts";

/** An order for a thread. */
export type PdfOrder = LookOrder | JobOrder;
/** A thread. */
export type PdfThread = Worker<PdfOrder, PdfAnswer>;
/** The threads of one kind. */
export type PdfThreads = BoundedPool<PdfOrder, PdfAnswer>;

const BYTES_PER_MIB = 1_048_576;

/** A thread that holds more memory after its job is ended instead of being reused. Its heap grows this far without need. */
const IDLE_THREAD_MAX_BYTES = 160 * BYTES_PER_MIB;

/** Threads for small files. */
export const QUICK_THREADS = Math.min(4, Math.max(2, availableParallelism()));

/** Looks at files that are not quick, at the same time: at smaller and at large ones. */
export const SLOW_LOOKS = {
  small: { atOnce: 3, ofAccount: 2 },
  large: { atOnce: 2, ofAccount: 1 },
} as const;

/** Milliseconds after which a quick job is killed, if the budget does not end it. */
const QUICK_JOB_TIME_MS = 1000;

const isReusable = ({ heldBytes = 0 }: Reply<PdfAnswer>): boolean => heldBytes <= IDLE_THREAD_MAX_BYTES;

const script = new URL("./thread.ts", import.meta.url);

const QUICK_LIMITS: ThreadLimits = { isQuick: true, ownsBytes: true, keptBytes: 24 * BYTES_PER_MIB };
const SLOW_LIMITS: ThreadLimits = { isQuick: false, ownsBytes: true, keptBytes: 48 * BYTES_PER_MIB };

const QUICK_WORKER_LIMITS: WorkerLimits = {
  processorTimeMs: 60_000,
  jobTimeMs: QUICK_JOB_TIME_MS,
  stopGraceMs: 200,
};

const startQuickThread = (): PdfThread =>
  startThread({
    script,
    data: QUICK_LIMITS,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
    ...QUICK_WORKER_LIMITS,
  });

/** Small files are read on the function's only thread: it has no other request, and a thread would have to start first. */
const startOnLambda = (): PdfThread =>
  startInline(QUICK_WORKER_LIMITS, async () => {
    const { PdfDesk } = await import("./desk.ts");
    const desk = new PdfDesk({ ...QUICK_LIMITS, ownsBytes: false });
    const memory = { keep: () => {}, adopt: () => {} };
    return (order) => ("look" in order ? desk.look(order, memory) : desk.work(order, memory));
  });

/** The threads for small files, which most are: each look and job ends in a tenth of a second, or goes on in a slow thread. */
export const quickThreads: PdfThreads = new BoundedPool({
  start: config.onLambda ? startOnLambda : startQuickThread,
  isReusable,
  size: config.onLambda ? 1 : QUICK_THREADS,
  idleMs: 10_000,
});

/** The threads for large files, and for small ones that cost much. */
export const slowThreads: PdfThreads = new BoundedPool({
  start: () =>
    startThread({
      script,
      data: SLOW_LIMITS,
      resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 8 },
      processorTimeMs: 60_000,
      stopGraceMs: 1000,
    }),
  isReusable,
  size: config.jobs + SLOW_LOOKS.small.atOnce + SLOW_LOOKS.large.atOnce,
  idleMs: 5000,
});
