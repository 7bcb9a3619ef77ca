import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mergePdf, removePages } from "../lib/engines/pdf-engine.ts";
import { ServiceError } from "../lib/errors/service-error.ts";
import { openWithBudget } from "../lib/pdf/read/open.ts";
import { bytesOf } from "../test/support/finished.ts";
import { textPdf } from "../test/support/pdf/raw.ts";
import { alike, type Drawn, drawn } from "./support/pdfium.ts";
import { looksSame, type Picture, render } from "./support/render.ts";

/**
 * How many pages of real, broken and generated files (CORPUS, folders separated by colons) look different to PDFium after a
 * merge behind another file, and after each of the first ten pages is removed? And to poppler (pdftoppm), after the merge
 * and after the first page is removed?
 */
const folders = process.env["CORPUS"]?.split(":");
if (folders === undefined) throw new Error("CORPUS must name folders of PDFs.");
const verbose = process.env["VERBOSE"] !== undefined;
const COMPARED_PAGES = 11;
const REMOVED_LIMIT = 10;
const FILE_TIMEOUT_MS = 30_000;

const folder = mkdtempSync(join(tmpdir(), "platen-pages-"));
const out = join(folder, "out.pdf");
const DPI = 36;

const tally = {
  poppler: 0,
  popplerApart: 0,
  files: 0,
  refused: 0,
  counts: 0,
  merged: 0,
  mergedApart: 0,
  removed: 0,
  removedApart: 0,
  failed: 0,
};
const tell = (name: string, what: string): void => {
  if (verbose) console.error(`  ${name}: ${what}`);
};

const copy = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
const signal = new AbortController().signal;

const compare = (name: string, what: string, expected: readonly Drawn[], after: readonly Drawn[]): number => {
  const apart = expected.flatMap((page, at) => (after[at] !== undefined && alike(page, after[at]) ? [] : [at + 1]));
  if (apart.length > 0) tell(name, `${what}: pages ${apart.join(" ")} differ`);
  return apart.length;
};

/** Compares the page images that poppler draws of a result with those of the original. */
const compareByPoppler = async (
  name: string,
  made: Uint8Array,
  expected: readonly Picture[],
  from: number,
): Promise<void> => {
  writeFileSync(out, made);
  const after = (await render(out, DPI, false, COMPARED_PAGES + from)).slice(from);
  // An image of one pixel stands for a page that poppler cannot draw.
  const apart = expected.filter(
    (page, at) => page.width > 1 && (after[at] === undefined || !looksSame(page, after[at])),
  );
  tally.poppler += expected.length;
  tally.popplerApart += apart.length;
  if (apart.length > 0)
    tell(name, `${apart.length} pages differ to poppler ${from > 0 ? "in the merge" : "without the first"}`);
};

const tryMerge = async (
  name: string,
  bytes: Uint8Array,
  before: readonly Drawn[],
  pictures: readonly Picture[],
): Promise<void> => {
  const files = [textPdf("first"), copy(bytes)].map((file) => ({ name: "file.pdf", bytes: file }));
  const made = await bytesOf(await mergePdf.run(files, signal));
  const after = await drawn(made, COMPARED_PAGES + 1);
  await compareByPoppler(name, made, pictures, 1);
  tally.merged += before.length;
  tally.mergedApart += compare(name, "merged", before, after.pages.slice(1));
};

const tryRemove = async (
  name: string,
  bytes: Uint8Array,
  count: number,
  before: readonly Drawn[],
  pictures: readonly Picture[],
): Promise<void> => {
  const started = performance.now();
  for (let page = 1; page <= Math.min(count, REMOVED_LIMIT) && count > 1; page++) {
    if (performance.now() - started > FILE_TIMEOUT_MS) return tell(name, `stopped before page ${page}`);
    const made = await bytesOf(await removePages.run({ bytes: copy(bytes), pages: [page] }, signal));
    const after = await drawn(made, COMPARED_PAGES);
    if (page === 1) await compareByPoppler(name, made, pictures.slice(1), 0);
    const expected = before.filter((_, at) => at + 1 !== page);
    tally.removed += expected.length;
    tally.removedApart += compare(name, `without page ${page}`, expected, after.pages);
  }
};

const judge = async (path: string, name: string): Promise<void> => {
  const bytes = readFileSync(path);
  const before = await drawn(bytes, COMPARED_PAGES);
  let pages: number;
  try {
    pages = openWithBudget(copy(bytes)).document.pages.length;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    tally.refused++;
    if (before.count > 0) tell(name, `refused (${error.code}), PDFium finds ${before.count} pages`);
    return;
  }
  tally.files++;
  if (before.count !== pages) {
    tally.counts++;
    tell(name, `${pages} pages, to PDFium ${before.count}`);
  }
  const pictures = await render(path, DPI, false, COMPARED_PAGES);
  await tryMerge(name, bytes, before.pages, pictures);
  await tryRemove(name, bytes, pages, before.pages, pictures);
};

for (const place of folders) {
  for (const name of readdirSync(place).filter((file) => /\.pdf$/i.test(file))) {
    try {
      await judge(join(place, name), name);
    } catch (error) {
      tally.failed++;
      tell(name, `failed: ${error instanceof Error ? error.message : "?"}`);
    }
  }
}
console.log(
  `${tally.files} files, ${tally.refused} refused, ${tally.failed} failed, ${tally.counts} of other page counts`,
);
console.log(`merged: ${tally.mergedApart} of ${tally.merged} pages look different`);
console.log(`removed: ${tally.removedApart} of ${tally.removed} pages look different`);
console.log(`to poppler: ${tally.popplerApart} of ${tally.poppler} pages look different`);
rmSync(folder, { recursive: true });
process.exit();
