import { readFile } from "node:fs/promises";
import type { OutputBody } from "../../lib/output/output.ts";

/** The bytes of an output, from memory or from its file, which is then removed. */
export const bytesOf = async ({ body: made }: { body: OutputBody }): Promise<Uint8Array> => {
  if (made instanceof Uint8Array) return made;
  try {
    return "pieces" in made ? Buffer.concat(made.pieces) : await readFile(made.path);
  } finally {
    await made.remove?.();
  }
};
