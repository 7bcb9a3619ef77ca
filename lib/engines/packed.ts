import { closeSync, constants, mkdirSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { forEachAtMost } from "../turns/limit.ts";

const decompress = promisify(zstdDecompress);
const { O_CREAT, O_WRONLY } = constants;

/** The `index.json` of a packed folder; the bytes of its files are in `pieces.zst`, one file after the other. */
export interface Index {
  readonly folders: readonly string[];
  readonly files: readonly (readonly [path: string, mode: number, size: number])[];
  /** Unpacked bytes of each piece; the last may have fewer. */
  readonly pieceSize: number;
  /** Packed bytes of each piece. Each piece is its own zstd frame, so that several can be unpacked at once. */
  readonly pieces: readonly number[];
}

/** Pieces that are unpacked at once: one for each thread of Node's thread pool. */
const PIECES_AT_ONCE = 4;

const write = (path: string, mode: number, bytes: Uint8Array, from: number, to: number, at: number): void => {
  const file = openSync(path, O_CREAT | O_WRONLY, mode);
  try {
    // A disk that becomes full writes only a part of the bytes; only the next write fails.
    for (let done = from; done < to; ) done += writeSync(file, bytes, done, to - done, at + done - from);
  } finally {
    closeSync(file);
  }
};

/** Each file with its range in the unpacked bytes. */
const rangesOf = ({ files }: Index): (readonly [path: string, mode: number, begin: number, end: number])[] => {
  let at = 0;
  return files.map(([path, mode, size]) => {
    at += size;
    return [path, mode, at - size, at] as const;
  });
};

const unpackInto = async (packed: string, folder: string): Promise<void> => {
  const index = JSON.parse(readFileSync(join(packed, "index.json"), "utf8")) as Index;
  const { pieceSize, pieces } = index;
  for (const name of index.folders) mkdirSync(join(folder, name), { recursive: true });
  const files = rangesOf(index);
  const starts = pieces.map(() => 0);
  for (let at = 1; at < pieces.length; at++) starts[at] = starts[at - 1]! + pieces[at - 1]!;
  const source = openSync(join(packed, "pieces.zst"), "r");
  const unpackPiece = async (at: number): Promise<void> => {
    const frame = Buffer.allocUnsafeSlow(pieces[at]!);
    readSync(source, frame, 0, frame.length, starts[at]!);
    const bytes = await decompress(frame, { chunkSize: pieceSize });
    const first = at * pieceSize;
    for (const [path, mode, begin, end] of files) {
      if (end < first || begin >= first + bytes.length) continue;
      const [from, to] = [Math.max(begin, first), Math.min(end, first + bytes.length)];
      write(join(folder, path), mode, bytes, from - first, to - first, from - begin);
    }
  };
  await forEachAtMost(PIECES_AT_ONCE, pieces.keys(), unpackPiece).finally(() => closeSync(source));
};

/** Unpacks a folder that `layers/pack.ts` has packed; the folder appears only when it is complete. */
export const unpack = async (packed: string, folder: string): Promise<void> => {
  const next = `${folder}.${process.pid}`;
  try {
    await unpackInto(packed, next);
    await rename(next, folder);
  } catch (error) {
    await rm(next, { recursive: true, force: true });
    throw error;
  }
};
