import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../config.ts";
import type { Made } from "../pdf/jobs/finish.ts";
import type { Finished } from "./engine.ts";

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
export const inFolder = async (size: number, work: (folder?: string) => Promise<Made>): Promise<Finished> => {
  if (size < LARGE) return (await work()) as Uint8Array;
  const folder = await mkdtemp(join(config.temp, "platen-pdf-"));
  // It opens the folder, which is tried again where too many files are open.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const made = await work(folder);
    if ("path" in made) return { ...made, remove };
    await remove();
    return made instanceof Uint8Array ? made : { ...made, remove: async () => release(made.pieces) };
  } catch (error) {
    await remove();
    throw error;
  }
};
