import { config } from "../../../config.ts";
import { PROCESSOR_TIME_PER_MB_MS } from "../../../turns/processor-time.ts";
import { threadPool } from "../../../workers/thread.ts";
import { forThread } from "../../../workers/transferable.ts";

const glyphTextThreads = threadPool<{ readonly bytes: Uint8Array }, Uint8Array>({
  script: new URL("./thread.ts", import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  processorTimeMs: config.processorTimeMs,
  processorTimePerMbMs: PROCESSOR_TIME_PER_MB_MS,
  idleMaxBytes: 67_108_864,
  maxIdle: 1,
  idleMs: 60_000,
});

/** Letters that are joined, of Arabic and the scripts beside it. */
const JOINED_LETTER = /[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/;

/** A printed file whose Arabic text readers find; `characters` are those of the page. The bytes of `pdf` may be moved away. */
export const withFindableText = async (
  pdf: Buffer,
  characters: readonly string[],
  signal: AbortSignal,
): Promise<Buffer> => {
  if (!characters.some((character) => JOINED_LETTER.test(character))) return pdf;
  const { job, transferList } = forThread({ bytes: pdf });
  const { buffer, byteOffset, length } = await glyphTextThreads.run(job, signal, transferList);
  return Buffer.from(buffer, byteOffset, length);
};
