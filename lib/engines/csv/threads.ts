import { config } from "../../config.ts";
import { fontsFolder } from "../../fonts/folder.ts";
import type { Output } from "../../output/output.ts";
import { PROCESSOR_TIME_PER_MB_MS } from "../../turns/processor-time.ts";
import { threadPool } from "../../workers/thread.ts";
import type { CsvJob } from "./csv-document.ts";

/** The bytes of a larger file are transferred to its thread instead of copied. */
export const LARGE_CSV_BYTES = 8_388_608;

export const csvThreads = threadPool<CsvJob, Output>({
  script: new URL("./thread.ts", import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 96 },
  env: { PLATEN_FONTS: fontsFolder },
  processorTimeMs: config.processorTimeMs,
  processorTimePerMbMs: PROCESSOR_TIME_PER_MB_MS,
  idleMaxBytes: 201_326_592, // The fonts alone take half of this.
  maxIdle: 2,
  idleMs: 60_000,
});
