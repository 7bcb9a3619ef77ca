import { readFile } from "node:fs/promises";
import { runPdfJob } from "../../pdf/jobs/run.ts";
import type { Output, OutputBody } from "../../workers/output.ts";
import { distinct } from "../../workers/warnings.ts";
import { type Bookmark, CROSS_PIECE_URL } from "./cross-piece-links.ts";

const bytesOf = async ({ body: piece }: { body: OutputBody }): Promise<Uint8Array> => {
  if (piece instanceof Uint8Array) return piece;
  try {
    return "pieces" in piece ? Buffer.concat(piece.pieces) : await readFile(piece.path);
  } finally {
    await piece.remove?.();
  }
};

/** The bookmarks and the author of a joined document. */
interface JoinedProperties {
  readonly bookmarks: readonly Bookmark[];
  readonly author: string | undefined;
}

/** Joins the printed pieces of one document, resolves the links between them, and adds bookmarks and author. */
export const joinPieces = async (
  printed: readonly Output[],
  { bookmarks, author }: JoinedProperties,
  signal: AbortSignal,
): Promise<Output> => {
  const pieces = await Promise.all(printed.map(bytesOf));
  const join = { pieces, bookmarks: [...bookmarks], internalPrefix: CROSS_PIECE_URL, author };
  const joined = await runPdfJob("join", join, signal);
  return { ...joined, warnings: distinct(printed.flatMap(({ warnings }) => warnings)) };
};

/** Writes the author into a printed document, because Chromium does not. */
export const writeAuthor = async (printed: Output, author: string, signal: AbortSignal): Promise<Output> => {
  const named = await runPdfJob("setAuthor", { bytes: await bytesOf(printed), author }, signal);
  return { ...named, warnings: printed.warnings };
};
