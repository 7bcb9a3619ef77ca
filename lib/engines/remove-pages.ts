import { runPdfJob } from "../pdf/jobs/run.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import { withJobFolder } from "../workers/job-folder.ts";
import type { Engine } from "./engine.ts";
import { keepThreadsWarm } from "./pdf-threads.ts";

/**
 * Takes pages out of a PDF; the first page is 1. Throws INVALID_REQUEST, naming the page and how many there are, for one
 * past the end, and when no page would be left. The bytes are the engine's from then on, as in a merge.
 */
export const removePages: Engine<{ bytes: Uint8Array; pages: number[] }> = {
  name: PDF_ENGINE,
  run: ({ bytes, pages }, signal) =>
    withJobFolder(bytes.length, (folder) => runPdfJob("remove", { bytes, pages, folder }, bytes.length, signal, true)),
};

keepThreadsWarm();
