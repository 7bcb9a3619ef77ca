import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite, test } from "node:test";
import { LEVELS, type Quality } from "../../../../lib/pdf/compress/levels.ts";
import { compressProven } from "../../../../lib/pdf/compress/prove.ts";
import { Renderer } from "../../../../lib/pdf/proof/renderer.ts";
import { corpusFiles, noCorpus } from "../../../support/corpus.ts";
import { popplerPrograms } from "../../../support/debian-programs.ts";
import { faultsOf } from "../../../support/pdf/compressed-looks.ts";
import { Chance } from "../../../support/pdf/made/chance.ts";
import { MAKERS } from "../../../support/pdf/made/makers.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** Random files by five programs. */
const FILE_COUNT = Number(process.env["COUNT"] ?? 36);
const QUALITIES: Quality[] = ["medium", "low", "high"];
/** One file in so many may look different to poppler, whose pixels differ in less than PDFium's see. */
const POPPLER_FAULTS_PER_FILE = 1 / 50;

const skip = await popplerPrograms();
const folder = temporaryFolder("corpus");
const renderer = new Renderer();

/** Programs that rewrite a PDF. */
const REWRITERS: Record<string, (path: string, out: string) => [string, ...string[]]> = {
  gs: (path, out) => ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=pdfwrite", `-sOutputFile=${out}`, path],
  cairo: (path, out) => ["pdftocairo", "-pdf", path, out],
  qpdf: (path, out) => ["qpdf", "--linearize", path, out],
  mupdf: (path, out) => ["mutool", "clean", "-s", path, out],
};

const found: { files: number; poppler: string[]; other: string[] } = { files: 0, poppler: [], other: [] };

/** Compresses a file and notes what differs afterwards. A file that is refused, or that stays as it is, has no faults. */
const look = async (path: string, quality: Quality): Promise<void> => {
  const bytes = readFileSync(path);
  found.files++;
  const made = await compressProven(bytes, LEVELS[quality], renderer).catch(() => undefined);
  if (made?.pieces === undefined) return;
  const out = join(folder, "out.pdf");
  writeFileSync(out, Buffer.concat(made.pieces));
  for (const fault of await faultsOf({ path, bytes }, { path: out, bytes: readFileSync(out) }))
    (fault === "poppler" ? found.poppler : found.other).push(`${fault}: ${basename(path)} (${quality})`);
};

const assertUnchanged = (): void => {
  assert.deepEqual(found.other, []);
  assert.ok(found.poppler.length <= Math.ceil(found.files * POPPLER_FAULTS_PER_FILE), found.poppler.join(", "));
};

const lookAtMade = async (): Promise<void> => {
  const makers = Object.entries(MAKERS);
  for (let number = 0; number < FILE_COUNT; number++) {
    const [name, make] = makers[number % makers.length]!;
    const path = join(folder, `${name}-${number}.pdf`);
    writeFileSync(path, await make(new Chance(number)));
    await look(path, QUALITIES[number % QUALITIES.length]!);
    const [other, command] = Object.entries(REWRITERS)[number % 4]!;
    const rewritten = join(folder, `${other}-${basename(path)}`);
    const [program, ...args] = command(path, rewritten);
    try {
      execFileSync(program, args, { stdio: "ignore", timeout: 60_000 });
    } catch {
      continue;
    }
    await look(rewritten, QUALITIES[(number + 1) % QUALITIES.length]!);
  }
};

suite("after compression a file neither looks nor reads different, nor is it larger", {
  concurrency: false,
  skip,
}, () => {
  test("by five programs, some rewritten by Ghostscript, cairo, qpdf or MuPDF", async () => {
    await lookAtMade();
    assertUnchanged();
  });

  test("from a folder of genuine documents", { skip: noCorpus }, async () => {
    for (const [index, path] of corpusFiles("pdf").entries()) await look(path, QUALITIES[index % QUALITIES.length]!);
    assertUnchanged();
  });
});
