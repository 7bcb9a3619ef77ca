import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { compressPdf } from "../lib/engines/compress-pdf.ts";
import { removePages } from "../lib/engines/remove-pages.ts";
import { warmParts } from "../lib/engines/warm.ts";
import { inspectPdf } from "../lib/pdf/inspect.ts";
import { bytesOf } from "../test/support/finished.ts";
import { cost } from "./support/measure.ts";

/** How long does a warm engine take for one page (a scan, LaTeX, an invoice) at medium, beside Ghostscript's /ebook? */
const corpus = process.env["CORPUS"];
if (corpus === undefined) throw new Error("CORPUS must name the folder of PDFs.");
const folder = mkdtempSync(join(tmpdir(), "platen-small-"));
const { signal } = new AbortController();
const ROUNDS = 5;
const GHOSTSCRIPT = ["-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pdfwrite", "-dPDFSETTINGS=/ebook"];

const firstPage = async (name: string): Promise<Uint8Array> => {
  const bytes = readFileSync(join(corpus, name));
  const { pages } = await inspectPdf(bytes);
  const others = Array.from({ length: pages - 1 }, (_, index) => index + 2);
  return bytesOf(await removePages.run({ bytes, pages: others }, signal));
};

const middle = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1]!;

try {
  for (const part of warmParts().values()) await part.start();
  for (const name of ["already-ebook.pdf", "latex-tracemonkey.pdf", "dup-invoices.pdf"]) {
    const bytes = await firstPage(name);
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const mine: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await setTimeout(600);
      const start = performance.now();
      await compressPdf.run({ bytes, quality: "medium" }, signal);
      mine.push(performance.now() - start);
      const { wall } = await cost("gs", ...GHOSTSCRIPT, `-sOutputFile=${join(folder, "gs.pdf")}`, path);
      theirs.push(1000 * wall);
    }
    const [a, b] = [middle(mine), middle(theirs)];
    console.log(
      `${name.padEnd(24)} ${bytes.length} B  platen ${a.toFixed(0)} ms  gs ${b.toFixed(0)} ms  ${(a / b).toFixed(2)} x`,
    );
  }
} finally {
  for (const part of warmParts().values()) await part.stop();
  rmSync(folder, { recursive: true });
}
