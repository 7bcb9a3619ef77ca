import { runJob } from "../pdf/jobs/run.ts";
import { PDF_ENGINE } from "../pdf/version.ts";
import type { Engine } from "./engine.ts";

/**
 * Takes pages out of a PDF; the first page is 1. Throws INVALID_REQUEST, naming the page and how many there are, for one
 * past the end, and when no page would be left.
 */
export const removePages: Engine<{ bytes: Uint8Array; pages: number[] }, Uint8Array> = {
  name: PDF_ENGINE,
  run: ({ bytes, pages }, signal) => runJob("remove", { bytes, pages }, bytes.length, signal),
};
