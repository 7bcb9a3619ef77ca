import { config } from "../config.ts";
import { pdfThreads, runInThread } from "../pdf/jobs/threads.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import { keepWarm } from "../workers/warm.ts";

/** The smallest PDF with a page. */
const PROBE = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages<</Count 1/Kids[2 0 R]>>>>endobj\n2 0 obj<</Type/Page>>endobj\n";

/** Keeps a thread for large PDFs ready; each engine that uses one calls this once. */
export const keepThreadsWarm = (): void =>
  keepWarm(`${PDF_ENGINE} threads`, {
    start: async () => {
      // A Lambda function's first request is probably small, and would wait for the thread.
      if (!config.onLambda) await pdfThreads.keepReady();
    },
    stop: () => pdfThreads.end(),
    check: async () => {
      await runInThread("inspect", { bytes: Buffer.from(PROBE) }, AbortSignal.timeout(5000));
    },
  });
