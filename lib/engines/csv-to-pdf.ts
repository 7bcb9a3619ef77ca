import { join } from "node:path";
import { config } from "../config.ts";
import { withJobFolder } from "../workers/job-folder.ts";
import { transferableBuffers } from "../workers/transferable.ts";
import type { TableReading } from "./csv/dialect.ts";
import { csvThreads, LARGE_CSV_BYTES } from "./csv/threads.ts";
import { type Engine, engine } from "./engine.ts";
import { finishPdf } from "./finish-pdf.ts";
import { type PageSetup, PLAIN_PAGE } from "./page-setup.ts";

const NAME = "platen-csv/1.0.0";

interface CsvSource {
  readonly bytes: Uint8Array;
  readonly title: string;
  readonly reading?: TableReading;
  readonly pageSetup: PageSetup;
}

/**
 * Writes a CSV file as a table, page by page. Throws INVALID_REQUEST, naming the line, for a quote that is not closed,
 * and PROCESSING_FAILED as soon as the whole file clearly cannot be printed by the deadline. Throws
 * UNSUPPORTED_MEDIA_TYPE for a file that is not in the encoding that the caller says.
 */
export const csvToPdf: Engine<CsvSource> = engine({
  name: NAME,
  warmParts: {
    [NAME]: csvThreads.warmPart((signal) => probe(signal)),
  },
  run: async ({ bytes, title, reading = {}, pageSetup }, signal) => {
    const written = await withJobFolder(bytes.length, (folder) => {
      const path = folder && join(folder, "table.pdf");
      const created = config.sourceDateEpoch;
      const job = { bytes, title, created, reading, pageSetup, path, timeLimitMs: config.deadlineMs };
      // A large file is transferred to the thread; a copy would need its memory twice.
      const moved = bytes.length > LARGE_CSV_BYTES ? transferableBuffers([bytes]) : [];
      return csvThreads.run(job, signal, moved);
    });
    const { pdfA, pdfUa } = pageSetup;
    return finishPdf(written, { pdfA, pdfUa }, signal);
  },
});

const probe = async (signal: AbortSignal): Promise<void> => {
  await csvToPdf.run({ bytes: Buffer.from("a,b\n1,2\n"), title: "", pageSetup: PLAIN_PAGE }, signal);
};
