import { existsSync, globSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { FileKind } from "../lib/contract/contract.ts";
import type { Engine } from "../lib/engines/engine.ts";
import { excelToPdf } from "../lib/engines/excel-to-pdf.ts";
import type { OfficeDocument } from "../lib/engines/office/convert.ts";
import { wordToPdf } from "../lib/engines/word-to-pdf.ts";
import { docxFile, xlsxFile } from "../lib/fields/office-file.ts";
import { openPackage } from "../lib/ooxml/package.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { popplerPrograms } from "../test/support/debian-programs.ts";
import { keep } from "../test/support/keep.ts";
import { pagesOf, shareOf, wordsOf } from "../test/support/office/pdf.ts";
import { soffice } from "../test/support/office/soffice.ts";

/** Does the service convert every genuine file of CORPUS that the command line of the same LibreOffice converts, with the same pages and words? */
const corpus = process.env["CORPUS"] ?? "corpus";
const lacking = await popplerPrograms();
if (lacking) throw new Error(lacking);
const folder = await mkdtemp(join(tmpdir(), "platen-bench-office-"));
const FILES_AT_ONCE = 12;

/** The page count that is stored in the file. */
const storedPages = async (bytes: Buffer): Promise<number | undefined> => {
  const found = await openPackage(bytes).catch(() => undefined);
  const part = found?.files.get("docprops/app.xml");
  const count = part && /<Pages>(\d+)</.exec(found!.read(part).toString())?.[1];
  return count === undefined ? undefined : Number(count);
};

const byEngine = async (file: string, { check }: FileKind, engine: Engine<OfficeDocument>, output: string) => {
  const bytes = await readFile(file);
  const started = performance.now();
  try {
    await check(bytes);
    await keep(await engine.run({ bytes, name: basename(file) }, AbortSignal.timeout(60_000)), output);
    return undefined;
  } catch (error) {
    const { code = "", message } = error as Error & { code?: string };
    return `${code} ${message} (${(performance.now() - started).toFixed(0)} ms)`;
  }
};

for (const [kind, ending, file, engine] of [
  ["word", "docx", docxFile, wordToPdf],
  ["excel", "xlsx", xlsxFile, excelToPdf],
] as const) {
  const files = globSync(join(corpus, kind, `*.${ending}`)).sort();
  const [ours, theirs] = [join(folder, kind, "ours"), join(folder, kind, "theirs")];
  for (const made of [ours, theirs]) await mkdir(made, { recursive: true });
  const pdf = (within: string, path: string) => join(within, `${basename(path, `.${ending}`)}.pdf`);
  const refusals = new Map<string, string>();
  for (const path of files) {
    const refusal = await byEngine(path, file, engine, pdf(ours, path));
    if (refusal !== undefined) refusals.set(path, refusal);
  }
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    await soffice(join(folder, "soffice"), files.slice(at, at + FILES_AT_ONCE), theirs);
  }
  for (const path of files) if (!existsSync(pdf(theirs, path))) await soffice(join(folder, "soffice"), [path], theirs);

  const [lost, pages, words]: [string[], string[], string[]] = [[], [], []];
  let [both, asStored, asStoredByCli, stored] = [0, 0, 0, 0];
  for (const path of files) {
    const name = basename(path);
    if (!existsSync(pdf(theirs, path))) continue;
    if (!existsSync(pdf(ours, path))) {
      lost.push(`${name}: ${refusals.get(path)}`);
      continue;
    }
    both++;
    const [mine, cli] = [pagesOf(pdf(ours, path)), pagesOf(pdf(theirs, path))];
    if (mine !== cli) pages.push(`${name}: ${mine} pages, ${cli} by the command line`);
    const share = shareOf(wordsOf(pdf(ours, path)), wordsOf(pdf(theirs, path)));
    // Words that were cut at the edge of a page are whole if the sheet was scaled to fit.
    if (share < 0.995 && mine === cli) words.push(`${name}: ${(share * 100).toFixed(1)} % of the words`);
    const count = await storedPages(await readFile(path));
    if (kind === "word" && count) {
      stored++;
      if (count === mine) asStored++;
      if (count === cli) asStoredByCli++;
    }
  }
  const cliFiles = both + lost.length;
  console.log(`${kind}: ${files.length} files, ${cliFiles} converted by the command line, ${both} of them by us`);
  console.log(
    `${kind}: page counts equal in ${both - pages.length}, of those at least 99.5 % of the words in ${both - pages.length - words.length}`,
  );
  if (stored > 0)
    console.log(`${kind}: pages as stored in ${asStored} of ${stored}, by the command line ${asStoredByCli}`);
  await writeFile(join(folder, `${kind}.txt`), [...lost, ...pages, ...words].join("\n"));
  if (process.env["DETAILS"] !== undefined) console.log([...lost, ...pages, ...words].join("\n"));
}
for (const part of warmParts().values()) await part.stop();
if (process.env["DETAILS"] === undefined) await rm(folder, { recursive: true });
else console.log(folder);
