import { ServiceError } from "../../errors/service-error.ts";
import { threadPool } from "../../workers/thread.ts";
import { forThread } from "../../workers/transferable.ts";
import type { ListJob, ReadList } from "./read-list.ts";

/** The time after which reading is stopped, on a machine so busy that it has not used its processor time. */
const READ_TIMEOUT_MS = 40_000;

/** The threads in which the lists of batches are read, whatever their size. */
const listThreads = threadPool<ListJob, ReadList>({
  script: new URL("./thread.ts", import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 32 },
  processorTimeMs: 20_000,
  stopGraceMs: 0,
  subject: "The list",
  idleMaxBytes: 67_108_864,
  maxIdle: 1,
  idleMs: 10_000,
});

/** Reads the list of a batch, whose bytes are empty afterwards. Throws INVALID_REQUEST that names the entry that is wrong. */
export const readListInThread = async (list: ListJob): Promise<ReadList> => {
  const { job, transferList } = forThread<ListJob>(list);
  const timeout = AbortSignal.timeout(READ_TIMEOUT_MS);
  try {
    return await listThreads.run(job, timeout, transferList);
  } catch (error) {
    if (error !== timeout.reason) throw error;
    throw new ServiceError("PROCESSING_FAILED", "The list was not read in time.", {
      reason: "out-of-time",
      cause: error,
    });
  }
};
