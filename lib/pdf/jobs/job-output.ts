import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Output, OutputBody } from "../../output/output.ts";
import { writePieces } from "../../output/write-pieces.ts";
import { MB } from "../../settings/megabyte.ts";
import { type OutputDocument, writePdf } from "../write/write.ts";

/** Results with more new bytes are written to disk if the job has a folder: memory holds the input already. */
const RESULT_FILE_MIN_BYTES = 16 * MB;
/** Smaller pieces of the input are copied, because sending each piece takes time. */
const INPUT_PIECE_MIN_BYTES = 32_768;

const writeToFile = (path: string, pieces: Uint8Array[]): void => {
  const file = openSync(path, "wx", 0o600);
  try {
    writePieces(file, pieces);
  } finally {
    closeSync(file);
  }
};

/** The pieces, with the new and the small ones joined. Undefined if these are too large for memory. */
const joinNewPieces = (pieces: readonly Uint8Array[], inputs: readonly Uint8Array[]): Uint8Array[] | undefined => {
  const sources = new Set(inputs.map(({ buffer }) => buffer));
  const isShared = (piece: Uint8Array) => piece.length >= INPUT_PIECE_MIN_BYTES && sources.has(piece.buffer);
  const copiedLength = pieces.reduce((sum, piece) => (isShared(piece) ? sum : sum + piece.length), 0);
  if (copiedLength > RESULT_FILE_MIN_BYTES) return undefined;
  const copies = new Uint8Array(copiedLength);
  const joined: Uint8Array[] = [];
  let [begin, at] = [0, 0];
  const close = () => {
    if (at > begin) joined.push(copies.subarray(begin, at));
    begin = at;
  };
  for (const piece of pieces) {
    if (isShared(piece)) {
      close();
      joined.push(piece);
    } else {
      copies.set(piece, at);
      at += piece.length;
    }
  }
  close();
  return joined;
};

const bodyOf = (
  pieces: Uint8Array[],
  length: number,
  inputs: readonly Uint8Array[],
  folder: string | undefined,
): OutputBody => {
  if (folder !== undefined && length > RESULT_FILE_MIN_BYTES) {
    const joinedPieces = joinNewPieces(pieces, inputs);
    if (joinedPieces !== undefined) return { pieces: joinedPieces, size: length };
    const path = join(folder, "output.pdf");
    writeToFile(path, pieces);
    return { path, size: length };
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};

/**
 * Writes a document with this number of pages, made of the inputs, to memory. If there is a folder, a large document is
 * returned as pieces that share the memory of the inputs, or is written to a file there.
 */
export const jobOutput = (
  writing: OutputDocument,
  pages: number,
  inputs: readonly Uint8Array[],
  folder: string | undefined,
): Output => {
  const { pieces, length, digest } = writePdf(writing);
  return { body: bodyOf(pieces, length, inputs, folder), warnings: writing.warnings, pages, digest };
};
