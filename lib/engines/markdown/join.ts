import { readFile } from "node:fs/promises";
import type { Finished } from "../engine.ts";
import { mergePdf } from "../merge-pdf.ts";

const bytesOf = async (piece: Finished): Promise<Uint8Array> => {
  if (piece instanceof Uint8Array) return piece;
  try {
    return await readFile(piece.path);
  } finally {
    await piece.remove();
  }
};

/** Joins printed pieces of one document. */
export const joinPieces = async (pieces: readonly Finished[], signal: AbortSignal): Promise<Finished> => {
  const files = [];
  for (const piece of pieces) files.push({ name: "", bytes: await bytesOf(piece) });
  return mergePdf.run(files, signal);
};
