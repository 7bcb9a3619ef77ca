import { readFile } from "node:fs/promises";
import type { Renderer } from "../proof/renderer.ts";
import { compressDocument } from "./compress.ts";
import { LEVELS } from "./levels.ts";
import { type Compress, compressProven } from "./prove.ts";

/**
 * A file with a page of Type 1, a tagged page of TrueType, and a scanned page; `test/support/pdf/warm-up.ts` makes it.
 */
export const WARM_UP_PDF = new URL("./warm-up.pdf", import.meta.url);

/** Rounds after which the JavaScript engine has optimised the code. */
const WARM_UP_ROUNDS = 6;

/** Warms up the code and the libraries of this process and the renderer; ends early after an abort. */
export const warmUp = async (renderer: Renderer, signal: AbortSignal): Promise<void> => {
  renderer.ensureStarted();
  if (signal.aborted) return;
  const bytes = await readFile(WARM_UP_PDF);
  // After an abort nothing more is drawn, so that the renderer is free for the job's document.
  const compress: Compress = async (...input) => {
    const compressed = await compressDocument(...input);
    signal.throwIfAborted();
    return compressed;
  };
  try {
    for (let round = 0; round < WARM_UP_ROUNDS && !signal.aborted; round++)
      await compressProven(bytes, LEVELS.medium, renderer, compress);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
};
