import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../config.ts";
import type { Product } from "../pdf/jobs/finish.ts";
import type { Output } from "./engine.ts";

/** Smaller inputs give results that are kept in memory: a folder would be made for nothing. */
const LARGE = 8_388_608;

/** Gives the memory of pieces back at once: no collector hurries for it. */
const release = (pieces: readonly Uint8Array[]): void => {
  for (const buffer of new Set(pieces.map((piece) => piece.buffer))) {
    if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
};

/**
 * Gives a job on `size` bytes a temp folder of its own if it is large. A file that it makes there stays until whoever
 * sends it removes it; the folder of any other job, and of one that fails, goes at once.
 */
export const inFolder = async (size: number, work: (folder?: string) => Promise<Product>): Promise<Output> => {
  if (size < LARGE) {
    const { made, warnings } = await work();
    return { body: made as Uint8Array, warnings };
  }
  const folder = await mkdtemp(join(config.temp, "platen-pdf-"));
  // It opens the folder, which is tried again where too many files are open.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { made, warnings } = await work(folder);
    if ("path" in made) return { body: { ...made, remove }, warnings };
    await remove();
    const body = made instanceof Uint8Array ? made : { ...made, remove: async () => release(made.pieces) };
    return { body, warnings };
  } catch (error) {
    await remove();
    throw error;
  }
};
