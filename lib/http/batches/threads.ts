import { readWithinDeadline } from "../../turns/within-deadline.ts";
import { threadPool } from "../../workers/thread.ts";
import { forThread } from "../../workers/transferable.ts";
import type { ListJob, ReadList } from "./read-list.ts";

/** The threads in which the lists of batches are read, whatever their size. */
const listThreads = threadPool<ListJob, ReadList>({
  script: new URL("./thread.ts", import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 1536, maxYoungGenerationSizeMb: 32 },
  processorTimeMs: 20_000,
  subject: "The list",
  idleMaxBytes: 67_108_864,
  maxIdle: 1,
  idleMs: 10_000,
});

/** Reads the list of a batch, whose bytes are empty afterwards. Throws INVALID_REQUEST that names the entry that is wrong. */
export const readListInThread = async (list: ListJob): Promise<ReadList> => {
  const { job, transferList } = forThread<ListJob>(list);
  return readWithinDeadline("The list", (signal) => listThreads.run(job, signal, transferList));
};
