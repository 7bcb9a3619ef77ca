import type { Frame } from "../../workers/frames.ts";
import { Pool } from "../../workers/pool.ts";
import { startProcess } from "../../workers/process.ts";
import type { WarmPart } from "../../workers/warm.ts";
import type { ConvertedMarkdown } from "./converter.ts";

/** Idle processes that are ready. A large document takes two, one of them for its excerpt. */
const READY_PROCESSES = 2;

/** The processes in which Markdown is converted; each ends after one document. */
const converters = new Pool<Frame<null>, Frame<ConvertedMarkdown>>({
  start: () =>
    startProcess({
      script: new URL("./converter.ts", import.meta.url),
      memoryMb: 2048,
      processorTimeMs: 60_000,
      stopGraceMs: 0,
    }),
  isReusable: () => false,
  maxIdle: READY_PROCESSES,
  idleMs: 60_000,
});

/** Keeps processes ready. */
export const markdownPart: WarmPart = {
  start: () => converters.keepReady(READY_PROCESSES),
  stop: () => converters.end(),
  check: () => converters.ping(),
};

/** Converts Markdown in another process. Rejects with the signal's reason when that is aborted and the process has ended. */
export const convertMarkdown = async (markdown: string, signal: AbortSignal): Promise<ConvertedMarkdown> =>
  (await converters.run({ head: null, body: Buffer.from(markdown) }, signal)).head;
