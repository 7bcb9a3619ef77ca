import { runJob } from "../pdf/jobs/run.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import { withJobFolder } from "../workers/job-folder.ts";
import type { Engine } from "./engine.ts";
import { keepThreadsWarm } from "./pdf-threads.ts";

/**
 * Joins PDFs in the given order; `name` is the file's name, for its bookmark. The engine takes the bytes over: those of
 * large files are transferred to a thread, and are empty afterwards.
 */
export const mergePdf: Engine<{ name: string; bytes: Uint8Array }[]> = {
  name: PDF_ENGINE,
  run: (files, signal) => {
    const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return withJobFolder(size, (folder) => runJob("merge", { files, folder }, size, signal, true));
  },
};

keepThreadsWarm();
