import { closeSync, openSync, writevSync } from "node:fs";
import { join } from "node:path";
import type { Output, OutputBody } from "../../workers/output.ts";
import { type OutputDocument, writePdf } from "../write/write.ts";

/** Results with more new bytes are written to disk, if the job has a folder: memory holds the input already. */
const RESULT_FILE_MIN_BYTES = 16_777_216;
/** Smaller pieces of the input are copied: sending each of them takes time. */
const INPUT_PIECE_MIN_BYTES = 32_768;
const PIECES_AT_ONCE = 512;

const writeToFile = (path: string, pieces: Uint8Array[]): void => {
  const file = openSync(path, "wx", 0o600);
  try {
    for (let from = 0; from < pieces.length; from += PIECES_AT_ONCE) {
      let left = pieces.slice(from, from + PIECES_AT_ONCE);
      while (left.length > 0) {
        let written = writevSync(file, left);
        while (left.length > 0 && written >= left[0]!.length) written -= left.shift()!.length;
        if (left.length > 0 && written > 0) left = [left[0]!.subarray(written), ...left.slice(1)];
      }
    }
  } finally {
    closeSync(file);
  }
};

/** The pieces with the new and the small ones joined; undefined if these are too large for memory. */
const joinNewPieces = (pieces: readonly Uint8Array[], inputs: readonly Uint8Array[]): Uint8Array[] | undefined => {
  const sources = new Set(inputs.map(({ buffer }) => buffer));
  const stays = (piece: Uint8Array) => piece.length >= INPUT_PIECE_MIN_BYTES && sources.has(piece.buffer);
  const copied = pieces.reduce((sum, piece) => (stays(piece) ? sum : sum + piece.length), 0);
  if (copied > RESULT_FILE_MIN_BYTES) return undefined;
  const room = new Uint8Array(copied);
  const all: Uint8Array[] = [];
  let [begin, at] = [0, 0];
  const close = () => {
    if (at > begin) all.push(room.subarray(begin, at));
    begin = at;
  };
  for (const piece of pieces) {
    if (stays(piece)) {
      close();
      all.push(piece);
    } else {
      room.set(piece, at);
      at += piece.length;
    }
  }
  close();
  return all;
};

const bodyOf = (writing: OutputDocument, inputs: readonly Uint8Array[], folder: string | undefined): OutputBody => {
  const { pieces, length } = writePdf(writing);
  if (folder !== undefined && length > RESULT_FILE_MIN_BYTES) {
    const few = joinNewPieces(pieces, inputs);
    if (few !== undefined) return { pieces: few, size: length };
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
 * Writes a document made of the inputs: to memory; a large one, if there is a folder, as pieces that share the inputs'
 * memory, or to a file there.
 */
export const jobOutput = (
  writing: OutputDocument,
  inputs: readonly Uint8Array[],
  folder: string | undefined,
): Output => ({
  body: bodyOf(writing, inputs, folder),
  warnings: writing.warnings,
});
