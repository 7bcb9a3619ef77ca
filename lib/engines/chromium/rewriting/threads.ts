import { config } from "../../../config.ts";
import { PROCESSOR_TIME_PER_MB_MS } from "../../../turns/processor-time.ts";
import { threadPool } from "../../../workers/thread.ts";
import { forThread } from "../../../workers/transferable.ts";
import { hasElementIds, renumberElements } from "../element-ids.ts";

const rewritingThreads = threadPool<{ readonly bytes: Uint8Array; readonly movesTexts: boolean }, Uint8Array>({
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

/** A smaller file is numbered in this thread, in less time than handing it to another thread takes. */
const SYNCHRONOUS_LIMIT_BYTES = 262_144;

/**
 * A printed file whose elements are numbered by their order, and whose Arabic text readers find. `characters` are those of the page.
 * The bytes of `pdf` may be changed or moved away.
 */
export const rewritten = async (pdf: Buffer, characters: readonly string[], signal: AbortSignal): Promise<Buffer> => {
  const movesTexts = characters.some((character) => JOINED_LETTER.test(character));
  if (!movesTexts && !hasElementIds(pdf)) return pdf;
  if (!movesTexts && pdf.length <= SYNCHRONOUS_LIMIT_BYTES) return renumberElements(pdf);
  const { job, transferList } = forThread({ bytes: pdf, movesTexts });
  const { buffer, byteOffset, length } = await rewritingThreads.run(job, signal, transferList);
  return Buffer.from(buffer, byteOffset, length);
};
