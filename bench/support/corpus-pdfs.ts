import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openWithBudget } from "../../lib/pdf/read/open.ts";

/** A PDF of the corpus, with its path and its number of pages. */
interface CorpusPdf {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly pages: number;
}

const pagesOf = (bytes: Uint8Array): number => {
  try {
    return openWithBudget(bytes).document.pages.length;
  } catch {
    return 0;
  }
};

/** The first PDFs in the folder CORPUS that have so many pages, LIMIT of them (6). Throws if no folder is named. */
export const corpusPdfs = (pagesMin: number, pagesMax: number): CorpusPdf[] => {
  const corpus = process.env["CORPUS"];
  if (corpus === undefined) throw new Error("CORPUS must name the folder of PDFs.");
  return globSync("**/*.pdf", { cwd: corpus })
    .sort()
    .map((name) => join(corpus, name))
    .map((path) => ({ path, bytes: readFileSync(path) }))
    .map((file) => ({ ...file, pages: pagesOf(file.bytes) }))
    .filter(({ pages }) => pages >= pagesMin && pages <= pagesMax)
    .slice(0, Number(process.env["LIMIT"] ?? 6));
};
