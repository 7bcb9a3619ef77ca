import { config } from "../config.ts";
import type { PicturesOrder, PicturesResult } from "../pdf/pictures/process.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import { PROCESSOR_TIME_PER_MB_MS } from "../turns/processor-time.ts";
import type { Frame } from "../workers/frames.ts";
import { Pool } from "../workers/pool.ts";
import { hasUnusedFile, type ResultFile, startFileProcess } from "../workers/result-file.ts";
import { WarmForks } from "../workers/warm-forks.ts";
import { engine } from "./engine.ts";
import { keptFile } from "./kept-file.ts";

const forks = new WarmForks<PicturesOrder, PicturesResult, { readonly file: ResultFile }>({
  script: new URL("../pdf/pictures/process.ts", import.meta.url),
  memoryMb: 512,
  env: { MALLOC_ARENA_MAX: "2", PLATEN_OUTPUT_MB: String(config.outputMb) },
  processorTimeMs: config.processorTimeMs,
  processorTimePerMbMs: PROCESSOR_TIME_PER_MB_MS,
});

/** Processes that make PDFs of pictures. Each serves one account, and ends after some documents of it. */
const drawers = new Pool<Frame<PicturesOrder>, Frame<PicturesResult> & { readonly file: ResultFile }>({
  start: () => startFileProcess(forks),
  jobsOfAccount: config.documentsPerProcess,
  isReusable: (_, reply) => hasUnusedFile(reply),
  maxIdle: 1,
  idleMs: 60_000,
});

/** A file with pictures, or the PDF page that a browser has printed of an SVG. */
export type PictureFile = Omit<PicturesOrder["files"][number], "length"> & { readonly bytes: Uint8Array };

/**
 * Makes a PDF of pictures. Throws INVALID_REQUEST, with the field of the file, if a picture is damaged or too large, and
 * UNSUPPORTED_MEDIA_TYPE if its kind cannot be read.
 */
export const imageToPdf = engine<Omit<PicturesOrder, "files"> & { readonly files: readonly PictureFile[] }>({
  name: PDF_ENGINE,
  warmParts: { [`${PDF_ENGINE} pictures`]: forks.warmPart(drawers) },
  run: async ({ files, ...order }, signal) => {
    const head = { ...order, files: files.map(({ bytes, ...file }) => ({ ...file, length: bytes.length })) };
    const [body = new Uint8Array(), ...rest] = files.map(({ bytes }) => bytes);
    const drawn = await drawers.run({ head, body, rest }, signal);
    const { isInFile, ...result } = drawn.head;
    return { ...result, body: isInFile ? await keptFile(drawn.file) : drawn.body };
  },
});
