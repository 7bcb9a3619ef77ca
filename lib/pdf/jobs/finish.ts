import { closeSync, openSync, writevSync } from "node:fs";
import { join } from "node:path";
import { type Writing, writePdf } from "../write.ts";

/** A finished PDF: its bytes, or a file in the folder that the job was given. */
export type Made = Uint8Array | { path: string; size: number };

/** Larger files go to disk where the job has a folder: input and output would stand in memory side by side. */
const LARGE = 16_777_216;
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

/** Writes the document: to memory, or to a file in the folder when it is large. */
export const finish = (writing: Writing, folder: string | undefined): Made => {
  const { pieces, length } = writePdf(writing);
  if (folder !== undefined && length > LARGE) {
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
