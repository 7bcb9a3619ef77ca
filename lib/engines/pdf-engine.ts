import { config } from "../config.ts";
import type { Output } from "../output/output.ts";
import { runPdfJob } from "../pdf/jobs/run.ts";
import { QUICK_THREADS, quickThreads, slowThreads } from "../pdf/jobs/threads.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import type { WarmPart } from "../workers/warm.ts";
import { type Engine, engine } from "./engine.ts";

/** The smallest PDF with a page. */
const PROBE = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages<</Count 1/Kids[2 0 R]>>>>endobj\n2 0 obj<</Type/Page>>endobj\n";

/** Threads that are ready for the next PDFs, of which one is for a large one. */
const readyThreads: WarmPart = {
  start: async () => {
    // On Lambda the first request, which is probably small, would have to wait for the thread of a large one.
    if (config.onLambda) return;
    quickThreads.keepReady(QUICK_THREADS);
    slowThreads.keepReady(1);
  },
  stop: async () => {
    await Promise.all([quickThreads.end(), slowThreads.end()]);
  },
  check: async () => {
    await runPdfJob("merge", { files: [{ name: "probe", bytes: Buffer.from(PROBE) }] }, new AbortController().signal);
  },
};

/** Every engine that takes PDFs keeps these ready, under one name. */
export const PDF_THREADS: Readonly<Record<string, WarmPart>> = { [`${PDF_ENGINE} threads`]: readyThreads };

// On Lambda the code is loaded while the function starts.
if (config.onLambda) quickThreads.keepReady(1);

/**
 * An engine that runs jobs of `lib/pdf/jobs/`. It takes over the bytes of its input: those of large files are transferred
 * to the thread that works on them, and are empty afterwards.
 */
export const pdfEngine = <Input>(run: (input: Input, signal: AbortSignal) => Promise<Output>): Engine<Input> =>
  engine({ name: PDF_ENGINE, warmParts: PDF_THREADS, run });
