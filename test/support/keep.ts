import { rename, writeFile } from "node:fs/promises";
import type { OutputBody } from "../../lib/output/output.ts";

/** Writes the output of an engine to a path. */
export const keep = async ({ body: made }: { body: OutputBody }, path: string): Promise<void> => {
  if (made instanceof Uint8Array) return writeFile(path, made);
  if ("pieces" in made) await writeFile(path, made.pieces);
  else await rename(made.path, path);
  await made.remove?.();
};
