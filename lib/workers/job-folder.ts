import { rm } from "node:fs/promises";
import { assertOutputSize, type Output, sizeOf } from "../output/output.ts";
import { makeTempFolder } from "./temp-folder.ts";

/** Jobs on inputs of at least this size get a folder; the results of smaller ones stay in memory. */
const FOLDER_INPUT_BYTES = 8_388_608;

/** Frees the memory of pieces at once; the garbage collector would free it much later. */
const release = (pieces: readonly Uint8Array[]): void => {
  for (const buffer of new Set(pieces.map((piece) => piece.buffer))) {
    if (buffer instanceof ArrayBuffer) buffer.transfer(0);
  }
};

/**
 * Runs a job on `size` bytes; a large one gets its own temp folder. If the result is a file in that folder, the `remove` of
 * the result removes the folder. Otherwise, and after a failure, the folder is removed at once.
 */
export const withJobFolder = async (size: number, work: (folder?: string) => Promise<Output>): Promise<Output> => {
  if (size < FOLDER_INPUT_BYTES) return work();
  const folder = makeTempFolder("pdf");
  // `rm` opens the folder, and tries again if too many files are open.
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const { body, ...rest } = await work(folder);
    assertOutputSize(sizeOf(body));
    if ("path" in body) return { ...rest, body: { ...body, remove } };
    await remove();
    if (body instanceof Uint8Array) return { ...rest, body };
    return { ...rest, body: { ...body, remove: async () => release(body.pieces) } };
  } catch (error) {
    await remove();
    throw error;
  }
};
