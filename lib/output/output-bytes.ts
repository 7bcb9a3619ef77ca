import { readFile } from "node:fs/promises";
import type { OutputBody } from "./output.ts";

/** The bytes of a document that nothing else uses: from memory, or from its file, which is then removed. */
export const outputBytes = async ({ body }: { body: OutputBody }): Promise<Uint8Array> => {
  if (body instanceof Uint8Array) return body;
  try {
    return "pieces" in body ? Buffer.concat(body.pieces) : await readFile(body.path);
  } finally {
    await body.remove?.();
  }
};
