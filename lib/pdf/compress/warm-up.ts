import { readFile } from "node:fs/promises";
import type { Renderer } from "../proof/renderer.ts";
import { compressDocument } from "./compress.ts";
import { type Compress, compressProven } from "./prove.ts";

/** A page of Type 1, a tagged one of TrueType, and a scanned one, all of our own; `test/support/pdf/warm-up.ts` made it. */
export const WARM_UP_PDF = new URL("./warm-up.pdf", import.meta.url);

/** How often it is compressed and compared: what runs once stays slow, for it is interpreted. */
const WARM_UP_ROUNDS = 6;

/**
 * Has the code and the libraries of this process, and the renderer, ready for a document that comes later; ends early when
 * it is aborted.
 */
export const warmUp = async (renderer: Renderer, signal: AbortSignal): Promise<void> => {
  renderer.ensureStarted();
  if (signal.aborted) return;
  const bytes = await readFile(WARM_UP_PDF);
  // What is aborted is not drawn: the document that has come is.
  const compress: Compress = async (...input) => {
    const writing = await compressDocument(...input);
    signal.throwIfAborted();
    return writing;
  };
  try {
    for (let round = 0; round < WARM_UP_ROUNDS && !signal.aborted; round++)
      await compressProven(bytes, "medium", renderer, compress);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
