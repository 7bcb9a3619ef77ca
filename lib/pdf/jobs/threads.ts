import { Pool } from "../../workers/pool.ts";
import { startThread } from "../../workers/thread.ts";
import { bytesIn, copyShared, transferableBuffers } from "../../workers/transferable.ts";
import type { PdfJobInput, PdfJobKind, PdfJobResult } from "./jobs.ts";
import type { PdfJob } from "./thread.ts";

/** A thread that holds more memory after its job is ended instead of being reused. */
const IDLE_THREAD_MAX_BYTES = 67_108_864;

/** The worker threads for large PDFs. */
export const pdfThreads = new Pool<PdfJob, unknown>({
  start: () =>
    startThread({
      script: new URL("./thread.ts", import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 8 },
      processorTimeMs: 60_000,
      stopGraceMs: 1000,
    }),
  isReusable: (_, { heldBytes = 0 }) => heldBytes <= IDLE_THREAD_MAX_BYTES,
  maxIdle: 2,
  idleMs: 10_000,
});

/**
 * Runs a job in a worker thread. With `transfersBytes`, the input's bytes are transferred where possible, and are empty
 * afterwards; otherwise they are copied. Rejects with the signal's reason after an abort, when the thread has ended.
 */
export const runInThread = async <Job extends PdfJobKind>(
  kind: Job,
  input: PdfJobInput<Job>,
  signal: AbortSignal,
  { transfersBytes = false }: { transfersBytes?: boolean } = {},
): Promise<PdfJobResult<Job>> => {
  const transferredBuffers = new Set<ArrayBufferLike>(transfersBytes ? transferableBuffers(bytesIn(input)) : []);
  const job = { kind, input: copyShared(input, transferredBuffers) as PdfJobInput<PdfJobKind> };
  return (await pdfThreads.run(job, signal, [...transferredBuffers] as ArrayBuffer[])) as PdfJobResult<Job>;
};
