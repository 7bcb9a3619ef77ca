import { readFile } from "node:fs/promises";
import { openInFull } from "../jobs/jobs.ts";
import { writePdf } from "../write.ts";
import { compressDocument } from "./compress.ts";

/** A page of Type 1, a tagged one of TrueType, and a scanned one, all of our own; `test/support/pdf/warm-up.ts` made it. */
export const WARM_UP = new URL("./warm-up.pdf", import.meta.url);

/** How often it is compressed: what runs once stays slow, for it is interpreted. */
const ROUNDS = 6;

/** Has the code and the libraries of this process ready for a document that comes later; ends early when it is aborted. */
export const warmUp = async (signal: AbortSignal): Promise<void> => {
  if (signal.aborted) return;
  const bytes = await readFile(WARM_UP);
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    const { document, budget } = openInFull(bytes);
    writePdf(await compressDocument(document, "medium", budget));
  }
};
