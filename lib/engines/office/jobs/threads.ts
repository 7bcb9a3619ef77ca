import { threadPool } from "../../../workers/thread.ts";
import { forThread } from "../../../workers/transferable.ts";
import type { OfficeJobInput, OfficeJobKind, OfficeJobResult } from "./jobs.ts";
import type { OfficeJob } from "./thread.ts";

/** The threads in which Office documents are read, so that a document that exceeds a limit stops only itself. */
const officeThreads = threadPool<OfficeJob, unknown>({
  script: new URL("./thread.ts", import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 1280, maxYoungGenerationSizeMb: 32 },
  processorTimeMs: 30_000,
  idleMaxBytes: 67_108_864,
  maxIdle: 2,
  idleMs: 60_000,
});

/**
 * Runs a job in a thread. With `movesBytes` the input's bytes are transferred if possible, and are empty afterwards;
 * otherwise they are copied. Rejects with the signal's reason after an abort, when the thread has ended.
 */
export const runOfficeJob = async <Kind extends OfficeJobKind>(
  kind: Kind,
  input: OfficeJobInput<Kind>,
  signal: AbortSignal,
  { movesBytes = false }: { movesBytes?: boolean } = {},
): Promise<OfficeJobResult<Kind>> => {
  const { job, transferList } = forThread<OfficeJob>({ kind, input }, movesBytes);
  return (await officeThreads.run(job, signal, transferList)) as OfficeJobResult<Kind>;
};

/** Keeps a thread ready, so that no document waits for its start. */
export const officeThreadsPart = officeThreads.warmPart(async (signal) => {
  await runOfficeJob("sheetsNotUnderstood", { macroReport: "" }, signal);
});
