import { spawnSync } from "node:child_process";

/** The page count of a PDF file, by poppler. */
export const pagesOf = (file: string): number =>
  Number(/^Pages:\s+(\d+)/m.exec(spawnSync("pdfinfo", [file], { encoding: "utf8" }).stdout)?.[1] ?? 0);

/** The words of a PDF file with their counts, by poppler. */
export const wordsOf = (file: string): Map<string, number> => {
  const text = spawnSync("pdftotext", [file, "-"], { encoding: "utf8", maxBuffer: 2 ** 28 }).stdout;
  const words = new Map<string, number>();
  for (const word of text.split(/\s+/)) if (word !== "") words.set(word, (words.get(word) ?? 0) + 1);
  return words;
};

/** The share of the words of `theirs` that `ours` has too. */
export const shareOf = (ours: Map<string, number>, theirs: Map<string, number>): number => {
  let [all, found] = [0, 0];
  for (const [word, count] of theirs) {
    all += count;
    found += Math.min(count, ours.get(word) ?? 0);
  }
  return all === 0 ? 1 : found / all;
};
