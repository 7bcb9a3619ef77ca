import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../config.ts";
import type { Finished } from "./engine.ts";

/** Smaller inputs give results that are kept in memory: a folder would be made for nothing. */
const LARGE = 8_388_608;

/**
 * Gives a job on `size` bytes a temp folder of its own if it is large. A file that it makes there stays until whoever sends it removes it; the folder
 * of any other job, and of one that fails, goes at once.
 */
export const inFolder = async (
  size: number,
  work: (folder?: string) => Promise<Uint8Array | { path: string; size: number }>,
): Promise<Finished> => {
  if (size < LARGE) return (await work()) as Uint8Array;
  const folder = await mkdtemp(join(config.temp, "platen-pdf-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const made = await work(folder);
    if (!(made instanceof Uint8Array)) return { ...made, remove };
    await remove();
    return made;
  } catch (error) {
    await remove();
    throw error;
  }
};
