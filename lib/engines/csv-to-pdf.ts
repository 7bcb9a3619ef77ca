import { join } from "node:path";
import { config } from "../config.ts";
import { withJobFolder } from "../workers/job-folder.ts";
import { movable } from "../workers/movable.ts";
import { csvThreads, LARGE_CSV_BYTES } from "./csv/threads.ts";
import { type Engine, engine } from "./engine.ts";
import { type PageSetup, PLAIN_PAGE } from "./page-setup.ts";

const NAME = "platen-csv/1.0.0";

/** A CSV file to be printed as a table. */
export interface Csv {
  readonly bytes: Uint8Array;
  /** The document's title. */
  readonly title: string;
  readonly page: PageSetup;
}

/**
 * Writes a CSV file as a table, page by page. Throws INVALID_REQUEST, naming the line, for a quote that is not closed,
 * and PROCESSING_FAILED as soon as it is plain that the whole file cannot be printed by the deadline.
 */
export const csvToPdf: Engine<Csv> = engine({
  name: NAME,
  warmParts: {
    [NAME]: {
      start: async () => {
        await csvThreads.keepReady();
        await check();
      },
      stop: () => csvThreads.end(),
      check: () => check(),
    },
  },
  run: ({ bytes, title, page }, signal) =>
    withJobFolder(bytes.length, (folder) => {
      const path = folder && join(folder, "table.pdf");
      const job = { bytes, title, page, path, within: config.deadline };
      // The memory of a large file goes over to the thread: a copy would double it.
      const moved = bytes.length > LARGE_CSV_BYTES ? movable([bytes]) : [];
      return csvThreads.run(job, signal, moved);
    }),
});

const check = async (): Promise<void> => {
  await csvToPdf.run({ bytes: Buffer.from("a,b\n1,2\n"), title: "", page: PLAIN_PAGE }, AbortSignal.timeout(5000));
};
