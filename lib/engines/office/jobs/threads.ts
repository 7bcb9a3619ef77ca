import { Pool } from "../../../workers/pool.ts";
import { startThread } from "../../../workers/thread.ts";
import { bytesIn, copyShared, transferableBuffers } from "../../../workers/transferable.ts";
import type { WarmPart } from "../../../workers/warm.ts";
import type { OfficeJobInput, OfficeJobKind, OfficeJobResult } from "./jobs.ts";
import type { OfficeJob } from "./thread.ts";

/** A thread that holds more memory after its job is ended instead of being reused. */
const IDLE_THREAD_MAX_BYTES = 67_108_864;

/** The threads in which Office documents are read, so that a document that takes too long or too much stops only itself. */
export const officeThreads = new Pool<OfficeJob, unknown>({
  start: () =>
    startThread({
      script: new URL("./thread.ts", import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 32 },
      processorTimeMs: 30_000,
      stopGraceMs: 0,
    }),
  isReusable: (_, { heldBytes = 0 }) => heldBytes <= IDLE_THREAD_MAX_BYTES,
  maxIdle: 2,
  idleMs: 60_000,
});

/**
 * Runs a job in a thread. With `movesBytes` the input's bytes are transferred where possible, and are empty afterwards;
 * otherwise they are copied. Rejects with the signal's reason after an abort, when the thread has ended.
 */
export const runOfficeJob = async <Kind extends OfficeJobKind>(
  kind: Kind,
  input: OfficeJobInput<Kind>,
  signal: AbortSignal,
  { movesBytes = false }: { movesBytes?: boolean } = {},
): Promise<OfficeJobResult<Kind>> => {
  const moved = new Set<ArrayBufferLike>(movesBytes ? transferableBuffers(bytesIn(input)) : []);
  const job: OfficeJob = { kind, input: copyShared(input, moved) as OfficeJobInput<OfficeJobKind> };
  return (await officeThreads.run(job, signal, [...moved] as ArrayBuffer[])) as OfficeJobResult<Kind>;
};

/** Keeps a thread ready, so that no document waits for its start. */
export const officeThreadsPart: WarmPart = {
  start: async () => {
    await officeThreads.keepReady();
    await checkThread();
  },
  stop: () => officeThreads.end(),
  check: () => checkThread(),
};

const checkThread = async (): Promise<void> => {
  await runOfficeJob("sheetsNotUnderstood", { macroReport: "" }, AbortSignal.timeout(5000));
};
