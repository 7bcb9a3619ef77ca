import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { render } from "../pdf/render.ts";
import { ssim } from "../pdf/ssim.ts";

/** The differences between two prints of a document. */
interface Beside {
  readonly pages: readonly [ours: number, theirs: number];
  readonly words: boolean;
  /** The similarity of the pages that differ most; 1 if all are equal, 0 if their number or size differs. */
  readonly likeness: number;
}

const DPI = 60;
const folder = join(tmpdir(), "platen-beside");

/** The text of a PDF by poppler, its white space as single spaces. */
const wordsOf = (path: string): string =>
  execFileSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8", maxBuffer: 2 ** 28 })
    .replace(/\s+/g, " ")
    .trim();

/** Compares two prints with poppler. The prints stay in a temp folder, so that differences can be looked at. */
export const beside = async (
  name: string,
  ours: Uint8Array,
  theirs: Uint8Array,
): Promise<Beside & { text: string }> => {
  mkdirSync(folder, { recursive: true });
  const stem = join(folder, name.replace(/\W+/g, "-"));
  const paths = [`${stem}.ours.pdf`, `${stem}.stock.pdf`] as const;
  writeFileSync(paths[0], ours);
  writeFileSync(paths[1], theirs);
  const [mine, other] = [await render(paths[0], DPI, true, 30), await render(paths[1], DPI, true, 30)];
  const text = wordsOf(paths[0]);
  const likeness =
    mine.length === other.length ? Math.min(1, ...mine.map((picture, index) => ssim(picture, other[index]!))) : 0;
  return { pages: [mine.length, other.length], words: text === wordsOf(paths[1]), likeness, text };
};
