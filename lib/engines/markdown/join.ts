import { readFile } from "node:fs/promises";
import { runJob } from "../../pdf/jobs/run.ts";
import type { Finished } from "../engine.ts";
import { inFolder } from "../job-folder.ts";
import { ACROSS, type Bookmark } from "./across.ts";

const bytesOf = async (piece: Finished): Promise<Uint8Array> => {
  if (piece instanceof Uint8Array) return piece;
  try {
    return await readFile(piece.path);
  } finally {
    await piece.remove();
  }
};

/** Joins printed pieces of one document, with the bookmarks of the whole; links lead from one piece to another. */
export const joinPieces = async (
  printed: readonly Finished[],
  bookmarks: readonly Bookmark[],
  signal: AbortSignal,
): Promise<Finished> => {
  const pieces = await Promise.all(printed.map(bytesOf));
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const join = { pieces, bookmarks: [...bookmarks], across: ACROSS };
  return inFolder(size, (folder) => runJob("join", { ...join, folder }, size, signal, true));
};
