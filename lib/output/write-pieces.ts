import { writevSync } from "node:fs";

const PIECES_AT_ONCE = 512;

/** Writes pieces to an open file, after what it holds. */
export const writePieces = (file: number, pieces: readonly Uint8Array[]): void => {
  for (let from = 0; from < pieces.length; from += PIECES_AT_ONCE) {
    let left = pieces.slice(from, from + PIECES_AT_ONCE);
    while (left.length > 0) {
      let written = writevSync(file, left);
      left = left.flatMap((piece) => {
        const rest = piece.subarray(Math.min(written, piece.length));
        written -= piece.length - rest.length;
        return rest.length > 0 ? [rest] : [];
      });
    }
  }
};
