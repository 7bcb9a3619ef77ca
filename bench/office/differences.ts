import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { pagesOf, shareOf, wordsOf } from "./pdf.ts";

const PAGES_LIMIT = 20;

/** The images of the first pages of a PDF by poppler, at 50 dpi. */
export const looksOf = (pdf: string): string[] => {
  const words = ["-r", "50", "-gray", "-l", String(PAGES_LIMIT), pdf];
  const { stdout } = spawnSync("pdftoppm", words, { maxBuffer: 2 ** 29, encoding: "latin1" });
  return stdout
    .split("P5\n")
    .slice(1)
    .map((page) => createHash("sha256").update(page, "latin1").digest("hex"));
};

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The difference between two PDFs of a file, in one line; undefined if they look the same and have the same words. */
export const differencesOf = (mine: string, other: string): string | undefined => {
  if (!existsSync(mine) || !existsSync(other)) return existsSync(mine) ? "printed by us alone" : "not printed by us";
  const [pages, otherPages] = [mine, other].map(pagesOf) as [number, number];
  const [words, otherWords] = [mine, other].map(wordsOf) as [Map<string, number>, Map<string, number>];
  const [lost, added] = [1 - shareOf(words, otherWords), 1 - shareOf(otherWords, words)];
  const [looks, otherLooks] = [mine, other].map(looksOf) as [string[], string[]];
  const different = looks.flatMap((look, index) => (look === otherLooks[index] ? [] : [index + 1]));
  if (pages === otherPages && lost === 0 && added === 0 && different.length === 0) return undefined;
  return `pages ${pages} and ${otherPages}, different ${different.slice(0, 5).join(" ")}, words lost ${percent(lost)}, added ${percent(added)}`;
};
