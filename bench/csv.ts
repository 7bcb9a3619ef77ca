import PDFDocument from "pdfkit";
import { csvToPdf } from "../lib/engines/csv-to-pdf.ts";
import { htmlToPdf } from "../lib/engines/html-to-pdf.ts";
import { warmParts } from "../lib/engines/warm.ts";
import { DEFAULT_PAGE } from "../lib/pdf-options.ts";

/** How long does a table take, and how much memory, beside Chromium printing HTML (bar 20 times) and pdfkit (8 times)? A million rows: 30 s. */
const row = (i: number): string[] => [
  String(i),
  `Name ${i}`,
  `City, ${i % 100}`,
  (i * 7.13).toFixed(2),
  `2024-01-${(i % 28) + 1}`,
  `some "quoted" note ${i}`,
  String(i % 2),
  `AB${i}`,
];
const HEAD = ["id", "name", "city", "amount", "date", "note", "flag", "code"];
const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csv = (rows: number): Buffer => {
  const chunks = [Buffer.from(`${HEAD.join()}\n`)];
  for (let at = 0; at < rows; at += 10_000) {
    let text = "";
    for (let i = at; i < Math.min(rows, at + 10_000); i++) text += `${row(i).map(quoted).join()}\n`;
    chunks.push(Buffer.from(text));
  }
  return Buffer.concat(chunks);
};
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};
const signal = () => AbortSignal.timeout(120_000);

const ours = async (bytes: Buffer): Promise<number> => {
  const made = await csvToPdf.run({ bytes, title: "bench", page: DEFAULT_PAGE }, signal());
  const size = made instanceof Uint8Array ? made.length : made.size;
  if (!(made instanceof Uint8Array)) await made.remove();
  return size;
};
const chromium = (rows: number) => {
  const cells = (values: string[], tag: string) => values.map((value) => `<${tag}>${value}</${tag}>`).join("");
  const body = Array.from({ length: rows }, (_, i) => `<tr>${cells(row(i), "td")}</tr>`).join("");
  const html = `<!doctype html><table><thead><tr>${cells(HEAD, "th")}</tr></thead><tbody>${body}</tbody></table>`;
  return htmlToPdf.run({ source: { html }, page: DEFAULT_PAGE }, signal());
};
const pdfkit = (rows: number) =>
  new Promise<void>((resolve) => {
    const document = new PDFDocument({ size: "A4", layout: "landscape", margin: 28 });
    document.on("data", () => undefined).on("end", resolve);
    document.fontSize(7);
    let y = 28;
    for (let i = 0; i < rows; i++) {
      if (y > 550) {
        document.addPage();
        y = 28;
      }
      for (const [at, cell] of row(i).entries()) {
        document.text(cell, 28 + at * 95, y, { width: 90, lineBreak: false });
      }
      y += 10;
    }
    document.end();
  });

for (const part of warmParts().values()) await part.start();
await ours(csv(1000));
for (const [rows, peers] of [
  [10_000, { chromium, pdfkit }],
  [100_000, { pdfkit }],
] as const) {
  const bytes = csv(rows);
  const mine = await seconds(() => ours(bytes));
  const others: string[] = [];
  for (const [name, peer] of Object.entries(peers)) {
    const theirs = await seconds(() => peer(rows));
    others.push(`${name} ${theirs.toFixed(2)}: ${(theirs / mine).toFixed(1)} times faster`);
  }
  console.log(`${rows} rows × 8: ${mine.toFixed(2)} s, ${others.join(", ")}`);
}
const million = csv(1_000_000);
const before = process.memoryUsage.rss();
let most = 0;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss() - before);
}, 50);
let size = 0;
const took = await seconds(async () => {
  size = await ours(million);
});
clearInterval(watch);
console.log(
  `1,000,000 rows × 8 (${(million.length / 1e6).toFixed(0)} MB): ${took.toFixed(1)} s, ${(most / 1e6).toFixed(0)} MB beyond the body (${(million.length / 1e6).toFixed(0)} MB of them its copy in the thread), ${(size / 1_000_000).toFixed(1)} bytes a row`,
);
for (const part of warmParts().values()) await part.stop();
