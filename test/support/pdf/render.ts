import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A page image by poppler: RGB, or one channel on request. */
export interface Picture {
  width: number;
  height: number;
  pixels: Buffer;
}

/** Reads a binary PPM or PGM. */
const readPicture = (file: Buffer): Picture => {
  const header = /^P[56]\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString("latin1", 0, 40));
  if (header === null) throw new Error("not a picture");
  return { width: Number(header[1]), height: Number(header[2]), pixels: file.subarray(header[0].length) };
};

/** The page images of a PDF by pdftoppm; an empty list if it fails. */
export const render = async (path: string, dpi: number, gray: boolean, last = 1000): Promise<Picture[]> => {
  const folder = mkdtempSync(join(tmpdir(), "platen-render-"));
  try {
    const args = ["-r", String(dpi), "-l", String(last), ...(gray ? ["-gray"] : []), path, join(folder, "p")];
    await new Promise<void>((resolve) => {
      execFile("pdftoppm", args, { timeout: 60_000 }, () => resolve());
    });
    const names = readdirSync(folder).sort();
    return names.map((name) => readPicture(readFileSync(join(folder, name))));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Whether two pages look the same: their mean difference is at most one step of 255. */
export const looksSame = (a: Picture, b: Picture): boolean => {
  if (a.width !== b.width || a.height !== b.height) return false;
  let apart = 0;
  for (let at = 0; at < a.pixels.length; at++) apart += Math.abs(a.pixels[at]! - b.pixels[at]!);
  return apart <= a.pixels.length;
};
