import { MB } from "../../settings/megabyte.ts";
import { readWithinDeadline } from "../../turns/within-deadline.ts";
import { threadPool } from "../../workers/thread.ts";
import { forThread } from "../../workers/transferable.ts";
import { parseJson } from "./parse.ts";
import type { JsonJob } from "./thread.ts";

/** A smaller body is parsed on the serving thread, in at most 10 ms. */
const SERVING_THREAD_MAX_BYTES = MB;

/** The threads in which large JSON bodies are parsed. */
const jsonThreads = threadPool<JsonJob, unknown>({
  script: new URL("./thread.ts", import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 32 },
  processorTimeMs: 10_000,
  idleMaxBytes: 67_108_864,
  maxIdle: 1,
  idleMs: 10_000,
});

/**
 * The value of a JSON body, which is empty afterwards. Throws INVALID_REQUEST for other bytes and for JSON that holds more than
 * documents, and FILE_TOO_LARGE if these have more than `limitBytes`.
 */
export const readJson = async (bytes: Buffer, limitBytes: number): Promise<unknown> => {
  if (bytes.length <= SERVING_THREAD_MAX_BYTES) return parseJson(bytes);
  const { job, transferList } = forThread<JsonJob>({ bytes, limitBytes });
  return readWithinDeadline("The body", (signal) => jsonThreads.run(job, signal, transferList));
};
