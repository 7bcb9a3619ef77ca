import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { form } from "../test/support/form.ts";
import { wholeService } from "../test/support/whole.ts";
import { corpusPdfs } from "./support/corpus-pdfs.ts";
import { cost } from "./support/measure.ts";

/**
 * How many pages a second does `/pdf/images` draw at 100 dpi as PNG over HTTP, compared with two pdftoppm at once, each on half of the
 * pages? Files of CORPUS with 60 to 400 pages, LIMIT of them (6). Bars: 60 a second; as many as pdftoppm.
 */
const [PAGES_MIN, PAGES_MAX] = [60, 400];
const DPI = 100;
const ROUNDS = 3;
/** Between two documents a new process gets ready. */
const PAUSE_MS = 1500;

const files = corpusPdfs(PAGES_MIN, PAGES_MAX);
const folder = mkdtempSync(join(tmpdir(), "platen-images-"));
const service = await wholeService(1);

/** Seconds until the archive of a file has arrived. */
const ours = async (file: Uint8Array): Promise<number> => {
  const start = performance.now();
  const reply = await fetch(`http://127.0.0.1:${service.port}/v1/pdf/images`, {
    method: "POST",
    headers: { "X-API-Key": service.keys[0]! },
    body: form({ file, dpi: String(DPI) }),
  });
  await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`The answer is ${reply.status}.`);
  return (performance.now() - start) / 1000;
};

/** Seconds until two pdftoppm have drawn half of the pages each. */
const theirs = async (path: string, pages: number): Promise<number> => {
  const start = performance.now();
  const half = pages >> 1;
  const draw = (from: number, to: number) =>
    cost("pdftoppm", "-r", `${DPI}`, "-png", "-f", `${from}`, "-l", `${to}`, path, join(folder, `page-${from}`));
  const ends = await Promise.all([draw(1, half), draw(half + 1, pages)]);
  if (ends.some(({ status }) => status !== 0)) throw new Error("pdftoppm has failed.");
  return (performance.now() - start) / 1000;
};

try {
  const sums = { pages: 0, ours: 0, theirs: 0 };
  for (const { path, bytes, pages } of files) {
    const [mine, other]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      await setTimeout(PAUSE_MS);
      mine.push(await ours(bytes));
      other.push(await theirs(path, pages));
    }
    const [a, b] = [Math.min(...mine), Math.min(...other)];
    sums.pages += pages;
    sums.ours += a;
    sums.theirs += b;
    const speed = `${(pages / a).toFixed(0)} pages a second, pdftoppm ${(pages / b).toFixed(0)}`;
    console.log(`${basename(path)}: ${pages} pages, ${speed}: ${(b / a).toFixed(1)} times as many`);
  }
  const speed = sums.pages / sums.ours;
  const isMissed = speed < 60 || sums.ours > sums.theirs;
  console.log(
    `${isMissed ? "MISSED " : ""}all: ${speed.toFixed(0)} pages a second, ${(sums.theirs / sums.ours).toFixed(1)} times as many as pdftoppm`,
  );
} finally {
  await service.stop();
  rmSync(folder, { recursive: true });
}
process.exit();
