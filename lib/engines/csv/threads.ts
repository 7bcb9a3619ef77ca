import { fontsFolder } from "../../fonts/folder.ts";
import type { Output } from "../../workers/output.ts";
import { Pool } from "../../workers/pool.ts";
import { startThread } from "../../workers/thread.ts";
import type { CsvJob } from "./csv-document.ts";

/** A thread ends after a larger file, because it may still hold much memory. */
export const LARGE_CSV_BYTES = 8_388_608;

/** The threads in which tables are written. */
export const csvThreads = new Pool<CsvJob, Output>({
  start: () =>
    startThread({
      script: new URL("./thread.ts", import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 96 },
      env: { PLATEN_FONTS: fontsFolder },
      processorTimeMs: 60_000,
      stopGraceMs: 1000,
    }),
  isReusable: ({ bytes }) => bytes.length <= LARGE_CSV_BYTES,
  maxIdle: 2,
  idleMs: 60_000,
});
