import { fontsFolder } from "../../fonts/folder.ts";
import type { Output } from "../../workers/output.ts";
import { Pool } from "../../workers/pool.ts";
import { startThread } from "../../workers/thread.ts";
import type { CsvJob } from "./csv-document.ts";

/** The bytes of a larger file are transferred to its thread instead of copied. */
export const LARGE_CSV_BYTES = 8_388_608;

/** A thread that holds more memory after its file is ended instead of being reused. Its fonts alone take half of this. */
const IDLE_THREAD_MAX_BYTES = 201_326_592;

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
  isReusable: (_, { heldBytes = 0 }) => heldBytes <= IDLE_THREAD_MAX_BYTES,
  maxIdle: 2,
  idleMs: 60_000,
});
