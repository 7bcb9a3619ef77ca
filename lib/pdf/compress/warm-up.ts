import { readFile } from "node:fs/promises";
import { openInFull } from "../jobs/jobs.ts";
import type { Renderer } from "../proof/renderer.ts";
import { writePdf } from "../write/write.ts";
import { compressDocument } from "./compress.ts";

/** A page of Type 1, a tagged one of TrueType, and a scanned one, all of our own; `test/support/pdf/warm-up.ts` made it. */
export const WARM_UP = new URL("./warm-up.pdf", import.meta.url);

/** How often it is compressed: what runs once stays slow, for it is interpreted. */
const ROUNDS = 6;

/** Its pages. */
const PAGES = [0, 1, 2];

/** Draws it over and over, in the renderer's own thread. */
const draw = async (bytes: Uint8Array, renderer: Renderer, signal: AbortSignal): Promise<void> => {
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    await renderer.draw({ bytes, pages: PAGES, milliseconds: 1000, opened: () => {}, page: () => !signal.aborted });
  }
};

/**
 * Has the code and the libraries of this process, and the renderer, ready for a document that comes later; ends early when
 * it is aborted.
 */
export const warmUp = async (renderer: Renderer, signal: AbortSignal): Promise<void> => {
  renderer.warm();
  if (signal.aborted) return;
  const bytes = await readFile(WARM_UP);
  void draw(bytes, renderer, signal);
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    const { document, budget } = openInFull(bytes);
    writePdf(await compressDocument(document, "medium", budget));
  }
};
