import { closeSync, constants, mkdirSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import { forEachAtMost } from "../turns/limit.ts";

const decompress = promisify(zstdDecompress);
const { O_CREAT, O_WRONLY } = constants;

/**
 * The `index.json` of a packed folder; the bytes of its files are in `pieces.zst`, one file after the other:
 * `{ folders: ["lib"], files: [["lib/a.so", 0o755, 5000]], pieceSize: 4096, pieces: [1800, 400] }`.
 */
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

/** Writes bytes at a position of a file, which is made with this mode. */
const write = (path: string, mode: number, bytes: Uint8Array, at: number): void => {
  const file = openSync(path, O_CREAT | O_WRONLY, mode);
  try {
    // A disk that becomes full writes only a part of the bytes; only the next write fails.
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
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
  let packedSize = 0;
  const frames = pieces.map((size) => {
    packedSize += size;
    return { start: packedSize - size, size };
  });
  const source = openSync(join(packed, "pieces.zst"), "r");
  const unpackPiece = async ([at, { start, size }]: [number, { start: number; size: number }]): Promise<void> => {
    const frame = Buffer.allocUnsafeSlow(size);
    readSync(source, frame, 0, size, start);
    const bytes = await decompress(frame, { chunkSize: pieceSize });
    const first = at * pieceSize;
    for (const [path, mode, begin, end] of files) {
      if (end < first || begin >= first + bytes.length) continue;
      const [from, to] = [Math.max(begin, first), Math.min(end, first + bytes.length)];
      write(join(folder, path), mode, bytes.subarray(from - first, to - first), from - begin);
    }
  };
  await forEachAtMost(PIECES_AT_ONCE, frames.entries(), unpackPiece).finally(() => closeSync(source));
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
