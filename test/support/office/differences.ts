import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { pagesOf, shareOf, wordsOf } from "./pdf.ts";

/** The number of pages whose images are compared. */
const COMPARED_PAGES_LIMIT = 20;

/** The hashes of the images of a PDF's first pages, which poppler draws at 50 dpi. */
export const pageHashes = (pdf: string): string[] => {
  const programArguments = ["-r", "50", "-gray", "-l", String(COMPARED_PAGES_LIMIT), pdf];
  const { stdout } = spawnSync("pdftoppm", programArguments, { maxBuffer: 2 ** 29, encoding: "latin1" });
  return stdout
    .split("P5\n")
    .slice(1)
    .map((page) => createHash("sha256").update(page, "latin1").digest("hex"));
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The differences between two PDFs of a file, in one line; undefined if they have the same images and words. */
export const differencesOf = (mine: string, other: string): string | undefined => {
  if (!existsSync(mine) || !existsSync(other)) return existsSync(mine) ? "printed by us alone" : "not printed by us";
  const [pages, otherPages] = [mine, other].map(pagesOf) as [number, number];
  const [words, otherWords] = [mine, other].map(wordsOf) as [Map<string, number>, Map<string, number>];
  const [lost, added] = [1 - shareOf(words, otherWords), 1 - shareOf(otherWords, words)];
  const [hashes, otherHashes] = [mine, other].map(pageHashes) as [string[], string[]];
  const different = hashes.flatMap((hash, index) => (hash === otherHashes[index] ? [] : [index + 1]));
  if (pages === otherPages && lost === 0 && added === 0 && different.length === 0) return undefined;
  return `pages ${pages} and ${otherPages}, different ${different.slice(0, 5).join(" ")}, words lost ${percent(lost)}, added ${percent(added)}`;
};
