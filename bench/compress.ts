import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { render } from "../test/support/pdf/render.ts";
import { ssim } from "../test/support/pdf/ssim.ts";
import { type Cost, cost } from "./support/measure.ts";

/**
 * How small do files above 100 KB of CORPUS (folders, separated by colons) get, how similar do they stay, and what does
 * this cost (with the proof), compared with Ghostscript? Bars at medium: 0.9 times the size of /ebook at an equal or higher
 * SSIM, twice its wall time.
 */
const MIN_FILE_BYTES = 100_000;
const folders = (process.env["CORPUS"] ?? "").split(":").filter(Boolean);
const paths = folders
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".pdf") && statSync(path).size > MIN_FILE_BYTES);
if (paths.length === 0) throw new Error("CORPUS must name folders that hold PDFs above 100 KB.");
const LEVELS = { low: "screen", medium: "ebook", high: "printer" } as const;
const wanted = process.argv.slice(2);
const PAGES_LIMIT = 6;
const GHOSTSCRIPT_TIMEOUT_S = 120;
const folder = mkdtempSync(join(tmpdir(), "platen-compress-"));
const script = new URL("./support/compress-ours.ts", import.meta.url).pathname;
const ours = (out: string, path: string, level: string) => cost(process.execPath, script, out, path, level);
const ghostscript = (out: string, path: string, level: string) =>
  cost(
    "timeout",
    `${GHOSTSCRIPT_TIMEOUT_S}`,
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

/** The mean similarity of the first pages at 100 dpi. */
const likeness = async (before: string, after: string): Promise<number> => {
  const [a, b] = await Promise.all([render(before, 100, true, PAGES_LIMIT), render(after, 100, true, PAGES_LIMIT)]);
  return a.reduce((sum, page, index) => sum + (b[index] === undefined ? 0 : ssim(page, b[index])), 0) / a.length;
};

const text = (path: string): string =>
  spawnSync("pdftotext", [path, "-"], { stdio: ["ignore", "pipe", "ignore"] }).stdout.toString();

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

/** The file that a tool makes of another one; undefined if it fails. */
const measure = async (tool: typeof ours, path: string, level: string): Promise<Row | undefined> => {
  const out = join(folder, "out.pdf");
  rmSync(out, { force: true });
  const taken = await tool(out, path, level);
  if (taken.status !== 0 || statSync(out, { throwIfNoEntry: false }) === undefined) return undefined;
  return { size: statSync(out).size, like: await likeness(path, out), taken };
};

const show = ({ size, like, taken }: Row): string =>
  `${String(size).padStart(9)} B ${like.toFixed(3)} ${taken.cpu.toFixed(2).padStart(5)} s ${taken.peak.toFixed(0).padStart(4)} MB`;
const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);
const mean = (values: number[]): number => sum(values) / values.length;
const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

interface Pair {
  before: number;
  mine: Row;
  theirs: Row;
}

/** The sums over the files of a level. */
const summary = (level: string, setting: string, pairs: Pair[]): string => {
  const of = (tool: "mine" | "theirs", value: (row: Row) => number) => pairs.map((pair) => value(pair[tool]));
  const total = (tool: "mine" | "theirs", value: (row: Row) => number) => sum(of(tool, value));
  const [mine, theirs] = [total("mine", ({ size }) => size), total("theirs", ({ size }) => size)];
  const geometric = Math.exp(mean(pairs.map((pair) => Math.log(pair.mine.size / pair.theirs.size))));
  const like = (tool: "mine" | "theirs"): string => {
    const all = of(tool, (row) => row.like);
    return `${mean(all).toFixed(3)} (least ${Math.min(...all).toFixed(3)})`;
  };
  const wall = (["mine", "theirs"] as const).map((tool) => total(tool, ({ taken }) => taken.wall));
  return (
    `${level}: ${pairs.length} files, ${mega(sum(pairs.map(({ before }) => before)))} to ${mega(mine)}, ` +
    `/${setting} ${mega(theirs)}: ${(mine / theirs).toFixed(2)} x (geometric mean ${geometric.toFixed(2)}), ` +
    `SSIM ${like("mine")} against ${like("theirs")}, ` +
    `${wall[0]!.toFixed(0)} s against ${wall[1]!.toFixed(0)} s: ${(wall[0]! / wall[1]!).toFixed(2)} x`
  );
};

const compare = async (level: string, setting: string): Promise<void> => {
  const pairs: Pair[] = [];
  let faults = 0;
  const left: string[] = [];
  for (const path of paths) {
    const name = basename(path);
    const mine = await measure(ours, path, level);
    const good = mine !== undefined && sound(join(folder, "out.pdf")) && text(join(folder, "out.pdf")) === text(path);
    const theirs = await measure(ghostscript, path, setting);
    if (mine === undefined || theirs === undefined || Number.isNaN(mine.like)) {
      left.push(name);
      continue;
    }
    if (!good) faults++;
    pairs.push({ before: statSync(path).size, mine, theirs });
    const ratio = (mine.size / theirs.size).toFixed(2);
    console.error(`${level} ${name.padEnd(28)} ${show(mine)} | gs ${show(theirs)} | ${ratio}${good ? "" : "  FAULT"}`);
  }
  console.log(
    `${summary(level, setting, pairs)}, faults ${faults}, refused by one of them or not drawn ${left.length}`,
  );
  console.error(left.join(" "));
};

try {
  for (const [level, setting] of Object.entries(LEVELS)) {
    if (wanted.length === 0 || wanted.includes(level)) await compare(level, setting);
  }
} finally {
  rmSync(folder, { recursive: true });
}
