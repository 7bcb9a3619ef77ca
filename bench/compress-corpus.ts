import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { LEVELS, type Quality } from "../lib/pdf/compress/levels.ts";
import { compressProven } from "../lib/pdf/compress/prove.ts";
import { Renderer } from "../lib/pdf/proof/renderer.ts";
import { Chance } from "../test/support/pdf/made/chance.ts";
import { MAKERS } from "../test/support/pdf/made/makers.ts";
import { faultsOf } from "./support/compressed-looks.ts";

/**
 * How many files look or read differently after compression, to poppler and to PDFium, or get larger? And in how many was a
 * change taken back? The files: COUNT (300) random ones by five programs, some rewritten by Ghostscript, cairo, qpdf or
 * MuPDF, and those of CORPUS (folders, separated by colons).
 */
const FILE_COUNT = Number(process.env["COUNT"] ?? 300);
const QUALITIES: Quality[] = ["medium", "low", "high"];
const folder = mkdtempSync(join(tmpdir(), "platen-corpus-"));
const renderer = new Renderer();

/** Programs that rewrite a PDF. */
const REWRITERS: Record<string, (path: string, out: string) => [string, ...string[]]> = {
  gs: (path, out) => ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", `-sOutputFile=${out}`, path],
  cairo: (path, out) => ["pdftocairo", "-pdf", path, out],
  qpdf: (path, out) => ["qpdf", "--linearize", path, out],
  mupdf: (path, out) => ["mutool", "clean", "-s", path, out],
};

interface Tally {
  files: number;
  refused: number;
  before: number;
  after: number;
  faults: Map<string, string[]>;
}

const tallies = new Map<string, Tally>();
const tallyOf = (kind: string): Tally => {
  const tally = tallies.get(kind) ?? { files: 0, refused: 0, before: 0, after: 0, faults: new Map() };
  tallies.set(kind, tally);
  return tally;
};

const look = async (kind: string, path: string, quality: Quality): Promise<void> => {
  const tally = tallyOf(kind);
  const bytes = readFileSync(path);
  const note = (fault: string) =>
    tally.faults.set(fault, [...(tally.faults.get(fault) ?? []), `${basename(path)} (${quality})`]);
  tally.files++;
  try {
    const { pieces, size, faults } = await compressProven(bytes, LEVELS[quality], renderer);
    tally.before += bytes.length;
    tally.after += size;
    if (faults.length > 0) note(`taken back: ${faults[0]}`);
    if (pieces === undefined) return;
    const out = join(folder, "out.pdf");
    writeFileSync(out, Buffer.concat(pieces));
    for (const fault of await faultsOf({ path, bytes }, { path: out, bytes: readFileSync(out) })) note(fault);
  } catch {
    tally.refused++;
  }
};

const lookAtMade = async (): Promise<void> => {
  const makers = Object.entries(MAKERS);
  for (let number = 0; number < FILE_COUNT; number++) {
    const [name, make] = makers[number % makers.length]!;
    const path = join(folder, `${name}-${number}.pdf`);
    writeFileSync(path, await make(new Chance(number)));
    await look(name, path, QUALITIES[number % QUALITIES.length]!);
    const [other, command] = Object.entries(REWRITERS)[number % 4]!;
    const rewritten = join(folder, `${other}-${basename(path)}`);
    const [program, ...args] = command(path, rewritten);
    try {
      execFileSync(program, args, { stdio: "ignore", timeout: 60_000 });
    } catch {
      continue;
    }
    await look(`by ${other}`, rewritten, QUALITIES[(number + 1) % QUALITIES.length]!);
  }
};

try {
  await lookAtMade();
  for (const corpus of (process.env["CORPUS"] ?? "").split(":").filter(Boolean)) {
    const names = readdirSync(corpus).filter((file) => file.endsWith(".pdf"));
    for (const [index, name] of names.entries()) {
      await look(`corpus ${basename(corpus)}`, join(corpus, name), QUALITIES[index % QUALITIES.length]!);
    }
  }
  for (const [kind, { files, refused, before, after, faults }] of tallies) {
    const told = [...faults].map(([fault, names]) => `${fault} ${names.length}`).join(", ");
    console.log(
      `${kind}: ${files} files, ${refused} refused, to ${((100 * after) / before).toFixed(1)} %: ${told || "no fault"}`,
    );
    for (const [fault, names] of faults) console.error(`  ${fault}: ${names.join(" ")}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();
