import { createWriteStream, readFileSync, statSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import type { Index } from "../lib/engines/packed.ts";

const compress = promisify(zstdCompress);

/** The size of a piece. It is small enough to stay in the processor's cache between unpacking and writing. */
const PIECE_BYTES = 2 * 1_048_576;

/** The names of a folder's folders and files. They are sorted, so that the same folder always results in the same bytes. */
const contentsOf = async (folder: string): Promise<{ folders: string[]; files: string[] }> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => [join(entry.parentPath, entry.name).slice(folder.length + 1), entry] as const);
  const names = (directories: boolean) =>
    named.flatMap(([name, entry]) => (entry.isDirectory() === directories ? [name] : [])).sort();
  return { folders: ["", ...names(true)], files: names(false) };
};

/** Packs a folder, without some of its files, for `lib/engines/packed.ts`, to a third of its size. */
export const packFolder = async (
  folder: string,
  packed: string,
  { level = 9, without = [] }: { readonly level?: number; readonly without?: readonly string[] } = {},
): Promise<void> => {
  await mkdir(packed, { recursive: true });
  const { folders, files: all } = await contentsOf(folder);
  const files = all.filter((name) => !without.includes(name));
  const packedFiles: [string, number, number][] = [];
  const pieces: Promise<Buffer>[] = [];
  let piece = Buffer.alloc(PIECE_BYTES);
  let filled = 0;
  const finish = () => {
    const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
    pieces.push(compress(piece.subarray(0, filled), { params }));
    piece = Buffer.alloc(PIECE_BYTES);
    filled = 0;
  };
  for (const name of files) {
    // The file is read synchronously, because an asynchronous read would wait for the pieces that are being compressed.
    const bytes = readFileSync(join(folder, name));
    packedFiles.push([name, statSync(join(folder, name)).mode & 0o755, bytes.length]);
    for (let at = 0; at < bytes.length; ) {
      const count = bytes.copy(piece, filled, at);
      at += count;
      filled += count;
      if (filled === PIECE_BYTES) finish();
    }
  }
  if (filled > 0) finish();
  const out = createWriteStream(join(packed, "pieces.zst"));
  const sizes: number[] = [];
  for (const frame of await Promise.all(pieces)) {
    sizes.push(frame.length);
    out.write(frame);
  }
  await new Promise<void>((resolve, reject) => out.once("error", reject).end(resolve));
  const index: Index = { folders, files: packedFiles, pieceSize: PIECE_BYTES, pieces: sizes };
  await writeFile(join(packed, "index.json"), JSON.stringify(index));
};
