// Runs engines of the checkout in the given folder, one job for each message. Answers with milliseconds of wall-clock and CPU time.
import { readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { childrenOf, commandLineOf } from "../../test/support/processes.ts";
import { csvOf } from "./sales.ts";
import { type Pair, pairs } from "./xml-documents.ts";

const [, , folder = "", html = ""] = process.argv;
enableCompileCache(join(folder, ".cache/compiled")); // as the service does
const load = (path: string) => import(join(folder, path));
const { markdownToPdf } = await load("lib/engines/markdown-to-pdf.ts");
const { compressPdf } = await load("lib/engines/compress-pdf.ts");
const { htmlToPdf } = await load("lib/engines/html-to-pdf.ts");
const { xmlToHtml } = await load("lib/engines/xml-to-html.ts");
const { csvToPdf } = await load("lib/engines/csv-to-pdf.ts");
const { PLAIN_PAGE: page } = await load("lib/engines/page-setup.ts");
// The file has moved since older checkouts.
const { warmParts } = await load("lib/workers/warm.ts").catch(() => load("lib/engines/warm.ts"));
const [{ wordToPdf }, { excelToPdf }] = [
  await load("lib/engines/word-to-pdf.ts"),
  await load("lib/engines/excel-to-pdf.ts"),
];
const { docxFile, xlsxFile } = await load("lib/fields/office-file.ts");
const { report, table: workbook } = await load("test/support/office/documents.ts");
const { hello, invoice } = await load("test/support/documents.ts");
// Newer checkouts open a file in the work alone.
const { inspectPdf } = await load("lib/pdf/inspect.ts").catch(() => ({ inspectPdf: async () => {} }));
const { mergePdf } = await load("lib/engines/pdf-engine.ts");
const { textPdf } = await load("test/support/pdf/raw.ts");
const { forEachAtMost } = await load("lib/turns/limit.ts");
const TICKS_A_SECOND = 100;

/** CPU time of a process and of its ended children in milliseconds. */
const cpuOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const ticks = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12, 16).map(Number);
  return (ticks.reduce((sum, part) => sum + part, 0) / TICKS_A_SECOND) * 1000;
};
const zygotes = (): number[] => childrenOf().filter((pid) => commandLineOf(pid).endsWith("\0zygote\0"));
/** CPU time of this process, its ended children, and the zygotes of Node with theirs. */
const cpu = (): number => [process.pid, ...zygotes()].reduce((sum, pid) => sum + cpuOf(pid), 0);
const print = (source: string) => () =>
  htmlToPdf.run({ source: { html: source }, page, pageSetup: page }, AbortSignal.timeout(60_000));
const table = (rows: number) => {
  const bytes = csvOf(rows);
  return async () => {
    const made = await csvToPdf.run(
      { bytes: Buffer.from(bytes), title: "bench", page, pageSetup: page },
      AbortSignal.timeout(180_000),
    );
    const body = made.body ?? made;
    if (!(body instanceof Uint8Array)) await body.remove();
  };
};
/** Checks and prints an Office document, as a call does. */
const printOffice =
  (
    kind: { check(bytes: Buffer): Promise<void> },
    engine: { run(input: { bytes: Buffer }, signal: AbortSignal): Promise<unknown> },
    document: Buffer,
  ) =>
  async () => {
    const bytes = Buffer.allocUnsafeSlow(document.length);
    document.copy(bytes);
    await kind.check(bytes);
    await engine.run({ bytes }, AbortSignal.timeout(60_000));
  };
const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const markdown = () => markdownToPdf.run({ markdown: readme, page, pageSetup: page }, AbortSignal.timeout(60_000));
/** Prints by 20 clients at once, each of which waits for its answer before the next call. */
const markdownLoad = async () => {
  const calls = Array.from({ length: LOAD_CALLS });
  await forEachAtMost(20, calls, async () => void (await markdown()));
};
const compress = () =>
  compressPdf.run({ bytes: new Uint8Array(textPdf("A")), quality: "medium" }, AbortSignal.timeout(60_000));
const [, , { xml, xslt }] = pairs(1000) as [Pair, Pair, Pair];
let stylesheetCount = 0;
/** Transforms by a stylesheet of XSLT 3.0: the same each time, or another one, which is compiled. */
const transform = (isNew: boolean) => async () => {
  const ending = isNew ? `<!--${stylesheetCount++}-->` : "";
  const later = xslt.replace('version="1.0"', 'version="3.0"') + ending;
  await xmlToHtml.run({ xml, xslt: later, params: {} }, AbortSignal.timeout(60_000));
};
const LOAD_CALLS = 60;
const MERGES = 100;
/** Small files are checked and merged, as a request has it done. */
const merges = async () => {
  for (let count = 0; count < MERGES; count++) {
    const body = new Uint8Array(Buffer.concat([textPdf("A"), textPdf("B")]));
    const [first, second] = [textPdf("A").length, textPdf("B").length];
    const files = [Buffer.from(body.buffer, 0, first), Buffer.from(body.buffer, first, second)];
    await Promise.all(files.map((bytes) => inspectPdf(bytes)));
    await mergePdf.run(
      files.map((bytes, at) => ({ name: `${at}.pdf`, bytes })),
      AbortSignal.timeout(60_000),
    );
  }
};
const jobs: Record<string, () => Promise<unknown>> = {
  hello: print(hello),
  invoice: print(invoice()),
  chart: print(html === "" ? hello : readFileSync(html, "utf8")),
  merge: merges,
  "csv-1k": table(1000),
  "csv-10k": table(10_000),
  markdown,
  "markdown-load": markdownLoad,
  compress,
  word: printOffice(docxFile, wordToPdf, report),
  excel: printOffice(xlsxFile, excelToPdf, workbook),
  xslt3: transform(false),
  "xslt3-new": transform(true),
  ...(process.env["MILLION"] ? { "csv-1M": table(1_000_000) } : {}),
};
for (const part of warmParts().values()) await part.start();

process.on("message", async (name: string) => {
  const before = cpu();
  const started = performance.now();
  await jobs[name]!();
  const wall = performance.now() - started;
  await new Promise((resolve) => setTimeout(resolve, /^(csv|merge)/.test(name) ? 0 : 250)); // the browser's end, and the next one's start
  process.send!({ wall, cpu: cpu() - before });
});
process.send!("ready");
