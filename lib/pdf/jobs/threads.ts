import { bytesIn, copyShared, movable } from "../../workers/movable.ts";
import { Pool } from "../../workers/pool.ts";
import { startThread } from "../../workers/thread.ts";
import type { Input, Kind, Result } from "./jobs.ts";
import type { Order } from "./thread.ts";

/** A thread that holds more memory after its job is ended: the next one begins with less. */
const MAX_HELD_BYTES = 67_108_864;

/** The threads in which large PDFs are read and written. */
export const pdfThreads = new Pool<Order, unknown>({
  start: () =>
    startThread({
      script: new URL("./thread.ts", import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 8 },
      processorTimeMs: 60_000,
      stopGraceMs: 1000,
    }),
  isReusable: (_, { heldBytes = 0 }) => heldBytes <= MAX_HELD_BYTES,
  maxIdle: 2,
  idleMs: 10_000,
});

/**
 * Runs a job in a thread. With `movesBytes` the input's bytes are moved to the thread where possible, and are empty
 * afterwards; otherwise they are copied. Rejects with the signal's reason once it is aborted and the thread has
 * ended.
 */
export const runInThread = async <Job extends Kind>(
  kind: Job,
  input: Input<Job>,
  signal: AbortSignal,
  { movesBytes = false }: { movesBytes?: boolean } = {},
): Promise<Result<Job>> => {
  const memories = new Set<ArrayBufferLike>(movesBytes ? movable(bytesIn(input)) : []);
  const order = { kind, input: copyShared(input, memories) as Input<Kind> };
  return (await pdfThreads.run(order, signal, [...memories] as ArrayBuffer[])) as Result<Job>;
};
