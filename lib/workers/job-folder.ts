import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { config } from "../config.ts";
import type { Output } from "./output.ts";

/** Inputs from this size on get a folder: the results of smaller ones stay in memory. */
const FOLDER_INPUT_BYTES = 8_388_608;

/** Gives the memory of pieces back at once: no garbage collector hurries for it. */
const release = (pieces: readonly Uint8Array[]): void => {
  for (const buffer of new Set(pieces.map((piece) => piece.buffer))) {
    if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
};

/**
 * Gives a job on `size` bytes a temp folder of its own if it is large. A file that the job makes there stays until whoever
 * sends it removes it; the folder of any other job, and of one that fails, is removed at once.
 */
export const withJobFolder = async (size: number, work: (folder?: string) => Promise<Output>): Promise<Output> => {
  if (size < FOLDER_INPUT_BYTES) return work();
  const folder = await mkdtemp(join(config.temp, "platen-pdf-"));
  // It opens the folder, which is tried again where too many files are open.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { body, warnings } = await work(folder);
    if ("path" in body) return { body: { ...body, remove }, warnings };
    await remove();
    if (body instanceof Uint8Array) return { body, warnings };
    return { body: { ...body, remove: async () => release(body.pieces) }, warnings };
  } catch (error) {
    await remove();
    throw error;
  }
};
