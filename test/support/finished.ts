import { readFile } from "node:fs/promises";
import type { OutputBody } from "../../lib/workers/output.ts";

/** The bytes of what an engine has made, wherever it put them; nothing of it is left behind. */
export const bytesOf = async ({ body: made }: { body: OutputBody }): Promise<Uint8Array> => {
  if (made instanceof Uint8Array) return made;
  try {
    return "pieces" in made ? Buffer.concat(made.pieces) : await readFile(made.path);
  } finally {
    await made.remove?.();
  }
};
