import { readFile } from "node:fs/promises";
import { runPdfJob } from "../../pdf/jobs/run.ts";
import type { Output, OutputBody } from "../../workers/output.ts";
import { distinct } from "../../workers/warnings.ts";
import { ACROSS, type Bookmark } from "./across.ts";

const bytesOf = async ({ body: piece }: { body: OutputBody }): Promise<Uint8Array> => {
  if (piece instanceof Uint8Array) return piece;
  try {
    return "pieces" in piece ? Buffer.concat(piece.pieces) : await readFile(piece.path);
  } finally {
    await piece.remove?.();
  }
};

/** What a joined document has beside its pieces. */
interface Whole {
  readonly bookmarks: readonly Bookmark[];
  readonly author: string | undefined;
}

/** Joins printed pieces of one document, with the bookmarks of the whole; links lead from one piece to another. */
export const joinPieces = async (
  printed: readonly Output[],
  { bookmarks, author }: Whole,
  signal: AbortSignal,
): Promise<Output> => {
  const pieces = await Promise.all(printed.map(bytesOf));
  const join = { pieces, bookmarks: [...bookmarks], internalPrefix: ACROSS, author };
  const { body } = await runPdfJob("join", join, signal);
  return { body, warnings: distinct(printed.flatMap(({ warnings }) => warnings)) };
};

/** Writes the author into a printed document, which Chromium does not do. */
export const signPrinted = async (printed: Output, author: string, signal: AbortSignal): Promise<Output> => {
  const { body } = await runPdfJob("sign", { bytes: await bytesOf(printed), author }, signal);
  return { body, warnings: printed.warnings };
};
