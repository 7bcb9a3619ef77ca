import { config } from "../config.ts";
import { pdfThreads, runInThread } from "../pdf/jobs/threads.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import type { Output } from "../workers/output.ts";
import type { WarmPart } from "../workers/warm.ts";
import { type Engine, engine } from "./engine.ts";

/** The smallest PDF with a page. */
const PROBE = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages<</Count 1/Kids[2 0 R]>>>>endobj\n2 0 obj<</Type/Page>>endobj\n";

/** A thread that is ready for the next large PDF. */
const readyThread: WarmPart = {
  start: async () => {
    // On Lambda the first request would have to wait for the thread, and it is probably small and needs none.
    if (!config.onLambda) await pdfThreads.keepReady();
  },
  stop: () => pdfThreads.end(),
  check: async () => {
    await runInThread("inspect", { bytes: Buffer.from(PROBE) }, AbortSignal.timeout(5000));
  },
};

/**
 * An engine that runs jobs of `lib/pdf/jobs/`. It takes over the bytes of its input: those of large files are transferred
 * to the thread that works on them, and are empty afterwards.
 */
export const pdfEngine = <Input>(run: (input: Input, signal: AbortSignal) => Promise<Output>): Engine<Input> =>
  engine({ name: PDF_ENGINE, warmParts: { [`${PDF_ENGINE} threads`]: readyThread }, run });
