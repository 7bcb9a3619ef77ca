import { readFile } from "node:fs/promises";
import { runJob } from "../../pdf/jobs/run.ts";
import type { Finished } from "../engine.ts";
import { inFolder } from "../job-folder.ts";
import { ACROSS, type Bookmark } from "./across.ts";

const bytesOf = async (piece: Finished): Promise<Uint8Array> => {
  if (piece instanceof Uint8Array) return piece;
  try {
    return "pieces" in piece ? Buffer.concat(piece.pieces) : await readFile(piece.path);
  } finally {
    await piece.remove();
  }
};

/** What a joined document has beside its pieces. */
interface Whole {
  readonly bookmarks: readonly Bookmark[];
  readonly author: string | undefined;
}

/** Joins printed pieces of one document, with the bookmarks of the whole; links lead from one piece to another. */
export const joinPieces = async (
  printed: readonly Finished[],
  { bookmarks, author }: Whole,
  signal: AbortSignal,
): Promise<Finished> => {
  const pieces = await Promise.all(printed.map(bytesOf));
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const join = { pieces, bookmarks: [...bookmarks], across: ACROSS, author };
  return inFolder(size, (folder) => runJob("join", { ...join, folder }, size, signal, true));
};

/** Writes the author into a printed document, which Chromium does not do. */
export const signPrinted = async (printed: Finished, author: string, signal: AbortSignal): Promise<Finished> => {
  const bytes = await bytesOf(printed);
  return inFolder(bytes.length, (folder) => runJob("sign", { bytes, author, folder }, bytes.length, signal, true));
};
