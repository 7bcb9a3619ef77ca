import manifest from "../../package.json" with { type: "json" };
import { config } from "../config.ts";
import { fontsFolder } from "../fonts/folder.ts";
import type { Rendering, RenderingOrder } from "../pdf/rendering/process.ts";
import { PROCESSOR_TIME_PER_MB_MS } from "../turns/processor-time.ts";
import type { Frame } from "../workers/frames.ts";
import { Pool } from "../workers/pool.ts";
import { hasUnusedFile, type ResultFile, startFileProcess } from "../workers/result-file.ts";
import { WarmForks } from "../workers/warm-forks.ts";
import { engine } from "./engine.ts";
import { keptFile } from "./kept-file.ts";

const PDFIUM_ENGINE = `pdfium/${manifest.dependencies["@hyzyla/pdfium"]}`;

const forks = new WarmForks<RenderingOrder, Rendering, { readonly file: ResultFile }>({
  script: new URL("../pdf/rendering/process.ts", import.meta.url),
  memoryMb: 512,
  env: { MALLOC_ARENA_MAX: "2", PLATEN_OUTPUT_MB: String(config.outputMb), PLATEN_FONTS: fontsFolder },
  read: [fontsFolder],
  processorTimeMs: config.processorTimeMs,
  processorTimePerMbMs: PROCESSOR_TIME_PER_MB_MS,
});

/** Processes that draw PDFs; each ends after the documents of one account. */
const renderers = new Pool<Frame<RenderingOrder>, Frame<Rendering> & { readonly file: ResultFile }>({
  start: () => startFileProcess(forks),
  jobsOfAccount: config.documentsPerProcess,
  isReusable: (_, reply) => hasUnusedFile(reply),
  maxIdle: 1,
  idleMs: 60_000,
});

/** Does work on the pages of a PDF in a process with PDFium: makes pictures of them. */
export const renderPdf = engine<{ readonly bytes: Uint8Array } & RenderingOrder>({
  name: PDFIUM_ENGINE,
  warmParts: { [PDFIUM_ENGINE]: forks.warmPart(renderers) },
  run: async ({ bytes, ...order }, signal) => {
    const { head, body, file } = await renderers.run({ head: order, body: bytes }, signal);
    const { isInFile, ...rendering } = head;
    return { ...rendering, body: isInFile ? await keptFile(file) : body };
  },
});
