import { config } from "../config.ts";
import type { Output } from "../output/output.ts";
import type { Quality } from "../pdf/compress/levels.ts";
import type { Compressed, CompressOrder } from "../pdf/compress/process.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import { PROCESSOR_TIME_PER_MB_MS } from "../turns/processor-time.ts";
import type { Frame } from "../workers/frames.ts";
import { Pool } from "../workers/pool.ts";
import { WarmForks } from "../workers/warm-forks.ts";
import { engine } from "./engine.ts";

/** The start of such a process by itself takes a hundred times as long as its work on a small document. */
const forks = new WarmForks<CompressOrder, Compressed>({
  script: new URL("../pdf/compress/process.ts", import.meta.url),
  memoryMb: 512,
  firstCollectionMb: 128,
  env: { MALLOC_ARENA_MAX: "2" },
  processorTimeMs: config.processorTimeMs,
  processorTimePerMbMs: PROCESSOR_TIME_PER_MB_MS,
});

/** Processes that compress PDFs. */
const compressors = new Pool<Frame<CompressOrder>, Frame<Compressed>>({
  start: () => forks.start(),
  jobsOfAccount: config.documentsPerProcess,
  maxIdle: 1,
  idleMs: 60_000,
});

/** Makes a PDF smaller. Returns the bytes of the input if nothing can be saved. */
export const compressPdf = engine<
  { bytes: Uint8Array; quality: Quality; field?: string; password?: string | undefined },
  Output & { body: Uint8Array }
>({
  name: PDF_ENGINE,
  warmParts: {
    [PDF_ENGINE]: forks.warmPart(compressors),
  },
  run: async ({ bytes, ...order }, signal) => {
    const { head, body } = await compressors.run({ head: order, body: bytes }, signal);
    const { isSame, ...rest } = head;
    return { body: isSame ? bytes : body, ...rest };
  },
});
