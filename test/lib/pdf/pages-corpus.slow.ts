import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { mergePdf, removePages } from "../../../lib/engines/pdf-engine.ts";
import { ServiceError } from "../../../lib/errors/service-error.ts";
import { openWithBudget } from "../../../lib/pdf/read/open.ts";
import { corpusFiles, noCorpus } from "../../support/corpus.ts";
import { popplerPrograms } from "../../support/debian-programs.ts";
import { bytesOf } from "../../support/finished.ts";
import { alike, type Drawn, drawn } from "../../support/pdf/pdfium.ts";
import { textPdf } from "../../support/pdf/raw.ts";
import { looksSame, type Picture, render } from "../../support/pdf/render.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const COMPARED_PAGES = 11;
const REMOVED_LIMIT = 10;

const skip = noCorpus || (await popplerPrograms());
const folder = temporaryFolder("pages");
const out = join(folder, "out.pdf");
const DPI = 36;

const wrong: string[] = [];
const tell = (name: string, what: string): void => void wrong.push(`${name}: ${what}`);

const copy = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
const signal = new AbortController().signal;

const compare = (name: string, what: string, expected: readonly Drawn[], after: readonly Drawn[]): void => {
  const apart = expected.flatMap((page, at) => (after[at] !== undefined && alike(page, after[at]) ? [] : [at + 1]));
  if (apart.length > 0) tell(name, `${what}: pages ${apart.join(" ")} differ`);
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
  compare(name, "merged", before, after.pages.slice(1));
};

const tryRemove = async (
  name: string,
  bytes: Uint8Array,
  count: number,
  before: readonly Drawn[],
  pictures: readonly Picture[],
): Promise<void> => {
  for (let page = 1; page <= Math.min(count, REMOVED_LIMIT) && count > 1; page++) {
    const made = await bytesOf(await removePages.run({ bytes: copy(bytes), pages: [page] }, signal));
    const after = await drawn(made, COMPARED_PAGES);
    if (page === 1) await compareByPoppler(name, made, pictures.slice(1), 0);
    const expected = before.filter((_, at) => at + 1 !== page);
    compare(name, `without page ${page}`, expected, after.pages);
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
    if (before.count > 0) tell(name, `refused (${error.code}), PDFium finds ${before.count} pages`);
    return;
  }
  const pictures = await render(path, DPI, false, COMPARED_PAGES);
  await tryMerge(name, bytes, before.pages, pictures);
  await tryRemove(name, bytes, pages, before.pages, pictures);
};

test("pages of genuine files look the same after a merge, and after each of the first pages is removed", {
  skip,
}, async () => {
  for (const path of corpusFiles("pdf"))
    await judge(path, basename(path)).catch((error: unknown) => tell(basename(path), `failed: ${error}`));
  assert.deepEqual(wrong, []);
});
