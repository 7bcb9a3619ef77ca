import type { Output } from "../../output/output.ts";
import { MB } from "../../settings/megabyte.ts";
import { threadPool } from "../../workers/thread.ts";
import type { ArchiveJob } from "./archive.ts";

/** The threads in which documents become PDF/A. */
export const archiveThreads = threadPool<ArchiveJob, Output>({
  script: new URL("./thread.ts", import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 8 },
  processorTimeMs: 60_000,
  idleMaxBytes: 160 * MB, // The heap of a thread grows this far without need.
  maxIdle: 1,
  idleMs: 10_000,
});
