import { join } from "node:path";
import { config } from "../config.ts";
import { withJobFolder } from "../output/job-folder.ts";
import { transferableBuffers } from "../workers/transferable.ts";
import { csvThreads, LARGE_CSV_BYTES } from "./csv/threads.ts";
import { type Engine, engine } from "./engine.ts";
import { type PageSetup, PLAIN_PAGE } from "./page-setup.ts";
import { toPdfA } from "./to-pdf-a.ts";

const NAME = "platen-csv/1.0.0";

interface CsvSource {
  readonly bytes: Uint8Array;
  readonly title: string;
  readonly pageSetup: PageSetup;
}

/**
 * Writes a CSV file as a table, page by page. Throws INVALID_REQUEST, naming the line, for a quote that is not closed,
 * and PROCESSING_FAILED as soon as the whole file clearly cannot be printed by the deadline.
 */
export const csvToPdf: Engine<CsvSource> = engine({
  name: NAME,
  warmParts: {
    [NAME]: csvThreads.warmPart(() => checkEngine()),
  },
  run: async ({ bytes, title, pageSetup }, signal) => {
    const written = await withJobFolder(bytes.length, (folder) => {
      const path = folder && join(folder, "table.pdf");
      const job = { bytes, title, created: config.sourceDateEpoch, pageSetup, path, timeLimitMs: config.deadlineMs };
      // A large file is transferred to the thread; a copy would need its memory twice.
      const moved = bytes.length > LARGE_CSV_BYTES ? transferableBuffers([bytes]) : [];
      return csvThreads.run(job, signal, moved);
    });
    return toPdfA(written, pageSetup, signal);
  },
});

const checkEngine = async (): Promise<void> => {
  await csvToPdf.run({ bytes: Buffer.from("a,b\n1,2\n"), title: "", pageSetup: PLAIN_PAGE }, AbortSignal.timeout(5000));
};
