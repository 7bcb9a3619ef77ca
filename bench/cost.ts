import { globSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { endpoints } from "../functions/index.ts";
import { form } from "../test/support/form.ts";
import { imagePage, scan } from "../test/support/pdf/pictures.ts";
import { sampleRequest } from "../test/support/sample-requests.ts";
import { report, invoice as workbook } from "./office/documents.ts";
import { invoice } from "./support/documents.ts";
import { quantile } from "./support/load.ts";
import { wholeService } from "./support/whole.ts";
import { pairs } from "./xslt/documents.ts";

/**
 * What do 1,000 calls of each endpoint cost on Lambda? The median of 20 warm calls on this machine, times the function's
 * memory, times the list price of x86 in us-east-1.
 */
const DOLLARS_PER_GB_SECOND = 0.0000166667;
const DOLLARS_PER_REQUEST = 0.2 / 1_000_000;
const CALL_COUNT = 20;

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
const documentation = ["README.md", ...globSync("docs/*.md").sort()]
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const scanned = imagePage(1700, 2200, "/Filter/DCTDecode/ColorSpace/DeviceRGB/BitsPerComponent 8", page);
/** Typical requests by path. Other endpoints get the sample of the tests. */
const USUAL_REQUESTS: Readonly<Record<string, readonly [what: string, request: FormData | object]>> = {
  "/convert/html-to-pdf": ["HTML: an invoice of 3 pages", { html: invoice() }],
  "/convert/markdown-to-pdf": ["Markdown: the README and docs", { markdown: documentation }],
  "/convert/csv-to-pdf": ["CSV: 1,000 rows of 5 cells", form({ file: Buffer.from(rows) })],
  "/convert/word-to-pdf": ["Word: a report of 27 pages", form({ file: report })],
  "/convert/excel-to-pdf": ["Excel: an invoice", form({ file: workbook })],
  "/convert/xml-to-html": ["XML: a catalogue of 100 KB", { xml, xslt }],
  "/pdf/compress": ["compress: a scanned page", form({ file: scanned })],
};

const service = await wholeService(endpoints.length, { PLATEN_LOG: "off" });
for (const [index, { contract }] of endpoints.entries()) {
  const { path } = contract;
  const [what, request] = USUAL_REQUESTS[path] ?? [`${path}: a small sample`, sampleRequest(path).content];
  const times: number[] = [];
  for (let call = -3; call < CALL_COUNT; call++) {
    const json = request instanceof FormData ? {} : { "Content-Type": "application/json" };
    const reply = await fetch(`http://127.0.0.1:${service.port}/v1${path}`, {
      method: "POST",
      headers: { "X-API-Key": service.keys[index]!, ...json },
      body: request instanceof FormData ? request : JSON.stringify(request),
    });
    if (reply.status !== 200) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
    if (call >= 0) times.push(Number(reply.headers.get("x-processing-time-ms")));
    // The rate limit is ten in a second.
    await new Promise((resolve) => setTimeout(resolve, 110));
  }
  const [ms, megabytes] = [quantile(times, 0.5), memoryOf(path)];
  const dollars = 1000 * ((ms / 1000) * (megabytes / 1024) * DOLLARS_PER_GB_SECOND + DOLLARS_PER_REQUEST);
  console.log(`${what}: ${ms} ms × ${megabytes} MB = $${dollars.toFixed(4)} per 1,000`);
}
await service.stop();
