import { runJob } from "../pdf/jobs/run.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import { withJobFolder } from "../workers/job-folder.ts";
import type { Engine } from "./engine.ts";
import { keepThreadsWarm } from "./pdf-threads.ts";

/**
 * Removes pages from a PDF; the first page is 1. Throws INVALID_REQUEST for a page after the last one, naming the page and
 * the number of pages, and where no page would be left. The engine takes the bytes over, as in a merge.
 */
export const removePages: Engine<{ bytes: Uint8Array; pages: number[] }> = {
  name: PDF_ENGINE,
  run: ({ bytes, pages }, signal) =>
    withJobFolder(bytes.length, (folder) => runJob("remove", { bytes, pages, folder }, bytes.length, signal, true)),
};

keepThreadsWarm();
