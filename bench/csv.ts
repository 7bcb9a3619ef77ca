import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PDFDocument from "pdfkit";
import { writeTable } from "../lib/engines/csv/csv-document.ts";
import { dialectOf } from "../lib/engines/csv/dialect.ts";
import { eachRow } from "../lib/engines/csv/rows.ts";
import { csvToPdf } from "../lib/engines/csv-to-pdf.ts";
import { htmlToPdf } from "../lib/engines/html-to-pdf.ts";
import { PLAIN_PAGE } from "../lib/engines/page-setup.ts";
import { fontsFolder } from "../lib/fonts/folder.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { quantile } from "./support/load.ts";
import { cost } from "./support/measure.ts";
import { csvOf, HEAD, rowOf } from "./support/sales.ts";

/**
 * How much time and memory does a table of 8 columns take when warm, compared with an HTML table in Chromium (bar: 20 times
 * faster) and with pdfkit (8 times)? A million rows: 30 s, 400 MB beyond the body. What share of the CPU does csv-parse take?
 */
const signal = () => AbortSignal.timeout(180_000);

/** The median of some rounds, in seconds. */
const seconds = async (rounds: number, work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await work();
    times.push((performance.now() - started) / 1000);
  }
  return quantile(times, 0.5);
};
const cpu = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

const ours = async (bytes: Buffer): Promise<number> => {
  const { body: made } = await csvToPdf.run({ bytes, title: "bench", pageSetup: PLAIN_PAGE }, signal());
  const size = made instanceof Uint8Array ? made.length : made.size;
  if (!(made instanceof Uint8Array)) await made.remove?.();
  return size;
};
const chromium = (rows: number) => {
  const cells = (values: string[], tag: string) => values.map((value) => `<${tag}>${value}</${tag}>`).join("");
  const body = Array.from({ length: rows }, (_, i) => `<tr>${cells(rowOf(i), "td")}</tr>`).join("");
  const html = `<!doctype html><table><thead><tr>${cells(HEAD, "th")}</tr></thead><tbody>${body}</tbody></table>`;
  return htmlToPdf.run({ source: { html }, pageSetup: PLAIN_PAGE }, signal());
};
/** The same table by pdfkit, with the same fonts, a header on each page and stripes; its columns have equal widths. */
const pdfkit = (rows: number) =>
  new Promise<void>((resolve) => {
    const document = new PDFDocument({ size: [842, 595], margin: 0, autoFirstPage: false });
    document.on("data", () => undefined).on("end", resolve);
    for (const weight of ["Regular", "Bold"])
      document.registerFont(weight, join(fontsFolder, `files/NotoSans-${weight}.ttc`), `NotoSans-${weight}`);
    const put = (cells: readonly string[], y: number) => {
      for (const [at, cell] of cells.entries()) document.text(cell, 31 + at * 98, y + 2, { lineBreak: false });
    };
    let y = Number.POSITIVE_INFINITY;
    for (let i = 0; i < rows; i++, y += 12) {
      if (y > 555) {
        document.addPage();
        document.rect(28, 28, 786, 12).fill("#e6ebf2");
        document.font("Bold").fontSize(7).fillColor("#111");
        put(HEAD, 28);
        document.font("Regular");
        y = 40;
      }
      if (i % 2 === 1) document.rect(28, y, 786, 12).fill("#f6f8fa");
      document.fillColor("#111");
      put(rowOf(i), y);
    }
    document.end();
  });

for (const part of warmParts().values()) await part.start();
const [ten, hundred] = [csvOf(10_000), csvOf(100_000)];
for (let round = 0; round < 5; round++) await ours(ten);
await pdfkit(2000);
// Bytes beyond 8 MB are moved to the thread and belong to the engine.
for (const [rows, bytes, rounds, peers] of [
  [10_000, ten, 9, { chromium: [chromium, 3], pdfkit: [pdfkit, 3] }],
  [100_000, hundred, 3, { pdfkit: [pdfkit, 1] }],
] as const) {
  const mine = await seconds(rounds, () => ours(Buffer.from(bytes)));
  const others: string[] = [];
  for (const [name, [peer, times]] of Object.entries(peers)) {
    const theirs = await seconds(times, () => peer(rows));
    others.push(`${name} ${theirs.toFixed(2)}: ${(theirs / mine).toFixed(1)} times faster`);
  }
  console.log(`${rows} rows × 8: ${mine.toFixed(2)} s, ${others.join(", ")}`);
}
for (const part of warmParts().values()) await part.stop();

const job = { title: "bench", pageSetup: PLAIN_PAGE, path: undefined, timeLimitMs: 60_000 };
const parsing = await cpu(() =>
  eachRow(
    hundred,
    dialectOf(hundred),
    () => undefined,
    async () => undefined,
  ),
);
const writing = await cpu(() => writeTable({ ...job, bytes: hundred }));
console.log(
  `100000 rows × 8: csv-parse takes ${parsing.toFixed(2)} of ${writing.toFixed(2)} s of CPU: ${((100 * parsing) / writing).toFixed(0)} %`,
);

const folder = await mkdtemp(join(tmpdir(), "platen-bench-csv-"));
const file = join(folder, "million.csv");
await writeFile(file, csvOf(1_000_000));
const { output } = await cost(process.execPath, new URL("./support/csv-million.ts", import.meta.url).pathname, file);
await rm(folder, { recursive: true });
const { body, size, seconds: took, most } = JSON.parse(output) as Record<"body" | "size" | "seconds" | "most", number>;
console.log(
  `1,000,000 rows × 8 (${(body / 1e6).toFixed(0)} MB): ${took.toFixed(1)} s, ${(most - body / 1e6).toFixed(0)} MB beyond the body at the most, ${(size / 1_000_000).toFixed(1)} bytes a row`,
);
