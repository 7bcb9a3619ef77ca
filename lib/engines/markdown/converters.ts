import type { Frame } from "../../workers/frames.ts";
import { Pool } from "../../workers/pool.ts";
import { startProcess } from "../../workers/process.ts";
import type { ConvertedMarkdown } from "./converter.ts";

/** A process ends after a larger document, because it may hold much memory. */
const LARGE_MARKDOWN_BYTES = 2_000_000;

/** The processes in which Markdown is converted. */
export const converters = new Pool<Frame<null>, Frame<ConvertedMarkdown>>({
  start: () =>
    startProcess({
      script: new URL("./converter.ts", import.meta.url),
      memoryMb: 2048,
      processorTimeMs: 60_000,
      stopGraceMs: 0,
    }),
  isReusable: ({ body }) => body.length <= LARGE_MARKDOWN_BYTES,
  maxIdle: 2,
  idleMs: 60_000,
});

/** Converts Markdown in another process. Rejects with the signal's reason when that is aborted and the process has ended. */
export const convertMarkdown = async (markdown: string, signal: AbortSignal): Promise<ConvertedMarkdown> =>
  (await converters.run({ head: null, body: Buffer.from(markdown) }, signal)).head;
