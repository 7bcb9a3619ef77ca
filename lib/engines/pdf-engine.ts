import { config } from "../config.ts";
import type { Output } from "../output/output.ts";
import { runPdfJob } from "../pdf/jobs/run.ts";
import { QUICK_THREADS, quickThreads, slowThreads } from "../pdf/jobs/threads.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import type { WarmPart } from "../workers/warm.ts";
import { type Engine, engine } from "./engine.ts";

const PROBE = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages<</Count 1/Kids[2 0 R]>>>>endobj\n2 0 obj<</Type/Page>>endobj\n";

/** Threads that are ready for the next PDFs, of which one is for a large one. */
const readyThreads: WarmPart = {
  start: async () => {
    // On Lambda the first request, which is probably small, would have to wait for the thread of a large one.
    if (config.onLambda) return;
    await Promise.all([quickThreads.keepReady(QUICK_THREADS), slowThreads.keepReady()]);
  },
  stop: async () => {
    await Promise.all([quickThreads.end(), slowThreads.end()]);
  },
  check: async () => {
    await runPdfJob("merge", { files: [{ name: "probe", bytes: Buffer.from(PROBE) }] }, new AbortController().signal);
  },
};

/** Every engine that takes PDFs keeps these ready, under one name. */
const PDF_THREADS: Readonly<Record<string, WarmPart>> = { [`${PDF_ENGINE} threads`]: readyThreads };

// On Lambda the code is loaded while the function starts.
if (config.onLambda) void quickThreads.keepReady();

/**
 * An engine that runs jobs of `lib/pdf/jobs/`. It takes over the bytes of its input: those of large files are transferred
 * to the thread that works on them, and are empty afterwards.
 */
const pdfEngine = <Input>(run: (input: Input, signal: AbortSignal) => Promise<Output>): Engine<Input> =>
  engine({ name: PDF_ENGINE, warmParts: PDF_THREADS, run });

/**
 * Joins PDFs in the given order; `name` is the file's name, for its bookmark. An error in opening a file names its
 * `field`.
 */
export const mergePdf = pdfEngine<readonly { name: string; bytes: Uint8Array; field?: string }[]>((files, signal) =>
  runPdfJob("merge", { files }, signal),
);

/**
 * Removes pages from a PDF; the first page is 1. Throws INVALID_REQUEST for a page past the end, with its number and the
 * number of pages, and when no page would be left.
 */
export const removePages = pdfEngine<{ bytes: Uint8Array; field?: string; pages: number[] }>((input, signal) =>
  runPdfJob("remove", input, signal),
);
