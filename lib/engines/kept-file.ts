import { statSync } from "node:fs";
import { assertOutputSize, type OutputBody } from "../output/output.ts";
import type { ResultFile } from "../workers/result-file.ts";

/** The file that a process has written, which is kept from now on. */
export const keptFile = async (file: ResultFile): Promise<OutputBody> => {
  file.keep();
  try {
    const { size } = statSync(file.path);
    assertOutputSize(size);
    return { path: file.path, size, remove: () => file.remove() };
  } catch (error) {
    await file.remove();
    throw error;
  }
};
