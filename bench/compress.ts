import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cost, cost } from "./support/measure.ts";
import { render } from "./support/render.ts";
import { ssim } from "./support/ssim.ts";

/** How small do files of CORPUS get, how much do they still look like themselves, and what does it cost beside Ghostscript? */
const corpus = process.env["CORPUS"];
if (corpus === undefined) throw new Error("CORPUS must name the folder of PDFs.");
const names = readdirSync(corpus).filter((file) => file.endsWith(".pdf"));
if (names.length === 0) throw new Error("CORPUS holds no PDF.");
const LEVELS = { low: "screen", medium: "ebook", high: "printer" } as const;
const wanted = process.argv.slice(2);
const PAGES = 6;
const folder = mkdtempSync(join(tmpdir(), "platen-compress-"));
const script = new URL("./support/compress-ours.ts", import.meta.url).pathname;
const ours = (out: string, path: string, level: string) => cost(process.execPath, script, out, path, level);
const ghostscript = (out: string, path: string, level: string) =>
  cost(
    "gs",
    "-q",
    "-dNOPAUSE",
    "-dBATCH",
    "-dSAFER",
    "-sDEVICE=pdfwrite",
    `-dPDFSETTINGS=/${level}`,
    `-sOutputFile=${out}`,
    path,
  );

/** What the first pages of the files of CORPUS look like at 100 dpi: each is compared six times. */
const looks = new Map<string, ReturnType<typeof render>>();
const look = (path: string): ReturnType<typeof render> => {
  const known = looks.get(path) ?? render(path, 100, true, PAGES);
  looks.set(path, known);
  return known;
};

/** Mean similarity of the first pages at 100 dpi. */
const likeness = async (before: string, after: string): Promise<number> => {
  const [a, b] = await Promise.all([look(before), render(after, 100, true, PAGES)]);
  return a.reduce((sum, page, index) => sum + (b[index] === undefined ? 0 : ssim(page, b[index])), 0) / a.length;
};

const text = (path: string): string =>
  execFileSync("pdftotext", [path, "-"], { stdio: ["ignore", "pipe", "ignore"] }).toString();

const sound = (path: string): boolean => {
  try {
    return !/WARNING/.test(execFileSync("qpdf", ["--check", path], { stdio: ["ignore", "pipe", "pipe"] }).toString());
  } catch {
    return false;
  }
};

interface Row {
  size: number;
  like: number;
  taken: Cost;
}

const measure = async (tool: typeof ours, path: string, level: string): Promise<Row> => {
  const out = join(folder, "out.pdf");
  const taken = await tool(out, path, level);
  return { size: statSync(out).size, like: await likeness(path, out), taken };
};

const show = ({ size, like, taken }: Row): string =>
  `${String(size).padStart(9)} B ${like.toFixed(3)} ${taken.cpu.toFixed(2).padStart(5)} s ${taken.peak.toFixed(0).padStart(4)} MB`;
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

try {
  for (const [level, setting] of Object.entries(LEVELS).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  )) {
    const rows: { mine: Row; theirs: Row }[] = [];
    let faults = 0;
    for (const name of names) {
      const path = join(corpus, name);
      const mine = await measure(ours, path, level);
      const good = sound(join(folder, "out.pdf")) && text(join(folder, "out.pdf")) === text(path);
      if (!good) faults++;
      const theirs = await measure(ghostscript, path, setting);
      rows.push({ mine, theirs });
      const ratio = (mine.size / theirs.size).toFixed(2);
      console.error(
        `${level} ${name.padEnd(28)} ${show(mine)} | gs ${show(theirs)} | ${ratio}${good ? "" : "  FAULT"}`,
      );
    }
    const ratio = Math.exp(mean(rows.map(({ mine, theirs }) => Math.log(mine.size / theirs.size))));
    const cpu = mean(rows.map(({ mine }) => mine.taken.cpu)) / mean(rows.map(({ theirs }) => theirs.taken.cpu));
    const like = (of: "mine" | "theirs") => mean(rows.map((row) => row[of].like)).toFixed(3);
    const least = Math.min(...rows.map(({ mine }) => mine.like)).toFixed(3);
    console.log(
      `${level}: ${ratio.toFixed(2)} x /${setting}, SSIM ${like("mine")} (least ${least}) against ${like("theirs")}, ` +
        `CPU ${cpu.toFixed(2)} x, faults ${faults}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
