import { closeSync, openSync, writevSync } from "node:fs";
import { join } from "node:path";
import type { Output, OutputBody } from "../../workers/output.ts";
import { type Writing, writePdf } from "../write/write.ts";

/** Where a job has a folder, a result of more new bytes goes to disk: they would stand in memory beside the input. */
const LARGE = 16_777_216;
/** Smaller pieces of the input are copied: each that is sent by itself takes its time. */
const SMALL = 32_768;
const AT_ONCE = 512;

const toFile = (path: string, pieces: Uint8Array[]): void => {
  const file = openSync(path, "wx", 0o600);
  try {
    for (let from = 0; from < pieces.length; from += AT_ONCE) {
      let left = pieces.slice(from, from + AT_ONCE);
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

/** The pieces with all that is new or small one behind the other; none where that is too much for memory. */
const joined = (pieces: readonly Uint8Array[], inputs: readonly Uint8Array[]): Uint8Array[] | undefined => {
  const sources = new Set(inputs.map(({ buffer }) => buffer));
  const stays = (piece: Uint8Array) => piece.length >= SMALL && sources.has(piece.buffer);
  const copied = pieces.reduce((sum, piece) => (stays(piece) ? sum : sum + piece.length), 0);
  if (copied > LARGE) return undefined;
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

const bodyOf = (writing: Writing, inputs: readonly Uint8Array[], folder: string | undefined): OutputBody => {
  const { pieces, length } = writePdf(writing);
  if (folder !== undefined && length > LARGE) {
    const few = joined(pieces, inputs);
    if (few !== undefined) return { pieces: few, size: length };
    const path = join(folder, "output.pdf");
    toFile(path, pieces);
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
 * Writes a document that was made of the inputs: to memory, or when it is large and there is a folder, as pieces of them
 * or to a file there.
 */
export const finish = (writing: Writing, inputs: readonly Uint8Array[], folder: string | undefined): Output => ({
  body: bodyOf(writing, inputs, folder),
  warnings: writing.warnings,
});
