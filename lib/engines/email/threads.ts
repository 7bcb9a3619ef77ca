import { config } from "../../config.ts";
import { PROCESSOR_TIME_PER_MB_MS } from "../../turns/processor-time.ts";
import { threadPool } from "../../workers/thread.ts";
import type { MessagePage } from "./page/message-page.ts";
import type { EmailJob } from "./read.ts";

/** The threads in which messages are read: one that exceeds a limit ends alone. */
export const emailThreads = threadPool<EmailJob, MessagePage>({
  script: new URL("./thread.ts", import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 1280, maxYoungGenerationSizeMb: 32 },
  processorTimeMs: config.processorTimeMs,
  processorTimePerMbMs: PROCESSOR_TIME_PER_MB_MS,
  idleMaxBytes: 67_108_864,
  maxIdle: 2,
  idleMs: 60_000,
});
