import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { form } from "../test/support/form.ts";
import { imagePage, scan } from "../test/support/pdf/pictures.ts";
import { textPdf } from "../test/support/pdf/raw.ts";
import { report, invoice as workbook } from "./office/documents.ts";
import { invoice } from "./support/documents.ts";
import { quantile } from "./support/load.ts";
import { wholeService } from "./support/whole.ts";
import { pairs } from "./xslt/documents.ts";

/**
 * What do 1,000 conversions of each kind cost on Lambda: the median of 20 warm calls on this machine, times the function's
 * memory, times the list price of x86 in us-east-1?
 */
const PER_GB_SECOND = 0.0000166667;
const PER_REQUEST = 0.2 / 1_000_000;
const CALLS = 20;

interface Deployed {
  readonly provider: { readonly memorySize: number };
  readonly functions: Readonly<Record<string, { readonly handler: string; readonly memorySize?: number }>>;
}
const { provider, functions } = parse(readFileSync("serverless.yml", "utf8"), { logLevel: "silent" }) as Deployed;
const memoryOf = (path: string): number =>
  Object.values(functions).find(({ handler }) => handler === `functions${path}.handler`)!.memorySize ??
  provider.memorySize;

const rows = Array.from({ length: 1000 }, (_, i) => `${i},Article ${i},in the usual quality,${i % 97},12.50`).join(
  "\n",
);
const { xml, xslt } = pairs(100_000)[0]!;
const page = await scan(1700, 2200);
const KINDS: readonly (readonly [what: string, path: string, request: FormData | object])[] = [
  ["HTML: an invoice of 3 pages", "/convert/html-to-pdf", { html: invoice() }],
  ["Markdown: this project's README", "/convert/markdown-to-pdf", { markdown: readFileSync("README.md", "utf8") }],
  ["CSV: 1,000 rows of 5 cells", "/convert/csv-to-pdf", form({ file: Buffer.from(rows) })],
  ["Word: a report of 27 pages", "/convert/word-to-pdf", form({ file: report })],
  ["Excel: an invoice", "/convert/excel-to-pdf", form({ file: workbook })],
  ["XML: a catalogue of 100 KB", "/convert/xml-to-html", { xml, xslt }],
  ["merge: two short files", "/pdf/merge", form({ files: [textPdf("One", "Two"), textPdf("Three")] })],
  ["remove: a page of three", "/pdf/pages/remove", form({ file: textPdf("One", "Two", "Three"), pages: "[2]" })],
  [
    "compress: a scanned page",
    "/pdf/compress",
    form({ file: imagePage(1700, 2200, "/Filter/DCTDecode/ColorSpace/DeviceRGB/BitsPerComponent 8", page) }),
  ],
];

const service = await wholeService(KINDS.length, { PLATEN_LOG: "off" });
for (const [index, [what, path, request]] of KINDS.entries()) {
  const times: number[] = [];
  for (let call = -3; call < CALLS; call++) {
    const json = request instanceof FormData ? {} : { "Content-Type": "application/json" };
    const reply = await fetch(`http://127.0.0.1:${service.port}/v1${path}`, {
      method: "POST",
      headers: { "X-API-Key": service.keys[index]!, ...json },
      body: request instanceof FormData ? request : JSON.stringify(request),
    });
    if (reply.status !== 200) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
    if (call >= 0) times.push(Number(reply.headers.get("x-processing-time-ms")));
    // No more than ten in a second are let in.
    await new Promise((resolve) => setTimeout(resolve, 110));
  }
  const [ms, megabytes] = [quantile(times, 0.5), memoryOf(path)];
  const dollars = 1000 * ((ms / 1000) * (megabytes / 1024) * PER_GB_SECOND + PER_REQUEST);
  console.log(`${what}: ${ms} ms × ${megabytes} MB = $${dollars.toFixed(4)} per 1,000`);
}
await service.stop();
