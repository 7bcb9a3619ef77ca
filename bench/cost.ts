import { globSync, readFileSync } from "node:fs";
import { endpoints } from "../functions/index.ts";
import { invoice } from "../test/support/documents.ts";
import { form } from "../test/support/form.ts";
import type { LambdaFunction } from "../test/support/lambda/function.ts";
import { packagedFunctions } from "../test/support/lambda/packaged-functions.ts";
import { bytesOf, type Sample } from "../test/support/lambda/sample.ts";
import { functionOf } from "../test/support/lambda/template.ts";
import { report, invoice as workbook } from "../test/support/office/documents.ts";
import { imagePage, scan } from "../test/support/pdf/pictures.ts";
import { sampleRequest } from "../test/support/sample-requests.ts";
import { quantile } from "./support/load.ts";
import { pairs } from "./support/xml-documents.ts";

/**
 * What do 1,000 calls of each endpoint cost on Lambda, where a function is frozen after each answer and billed from the event to
 * its question for the next one? The mean of 30 warm calls, and one cold start in 100 and in 10, each the median of 3, times
 * the function's memory, times the list price of x86 in us-east-1. ONLY selects endpoints by a part of their paths. Bars: HTML
 * $0.0020, Word $0.0080.
 */
const DOLLARS_PER_GB_SECOND = 0.0000166667;
const DOLLARS_PER_REQUEST = 0.2 / 1_000_000;
const CALL_COUNT = 30;
const WARM_UP_CALLS = 3;
const COLD_STARTS = 3;
const BARS_DOLLARS: Readonly<Record<string, number>> = {
  "/convert/html-to-pdf": 0.002,
  "/convert/word-to-pdf": 0.008,
};

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

const call = async (lambda: LambdaFunction, key: string, { type, body }: Sample): Promise<number> => {
  const { answer, billedMs } = await lambda.invokeThawed({ "X-API-Key": key, "Content-Type": type }, body);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return billedMs;
};

const functions = await packagedFunctions();

/** The billed milliseconds of a cold start with its first call, and of each warm call. */
const measure = async (path: string, sample: Sample): Promise<{ coldMs: number; warmMs: number }> => {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let start = 1; start <= COLD_STARTS; start++) {
    const lambda = await functions.start(path);
    const startMs = await lambda.started();
    cold.push(startMs + (await call(lambda, await functions.newKey(), sample)));
    for (let count = 0; start === COLD_STARTS && count < WARM_UP_CALLS + CALL_COUNT; count++) {
      // Each call has an account of its own, because of the rate limits.
      const ms = await call(lambda, await functions.newKey(), sample);
      if (count >= WARM_UP_CALLS) warm.push(ms);
    }
    await lambda.stop();
  }
  return { coldMs: quantile(cold, 0.5), warmMs: warm.reduce((sum, ms) => sum + ms, 0) / warm.length };
};

try {
  for (const { contract } of endpoints) {
    const { path } = contract;
    if (!path.includes(process.env["ONLY"] ?? "")) continue;
    const [what, request] = USUAL_REQUESTS[path] ?? [`${path}: a small sample`, sampleRequest(path).content];
    const { coldMs, warmMs } = await measure(path, await bytesOf(request));
    const memory = functionOf(path).MemorySize;
    const price = (coldShare: number): number => {
      const ms = warmMs + coldShare * (coldMs - warmMs);
      return 1000 * ((ms / 1000) * (memory / 1024) * DOLLARS_PER_GB_SECOND + DOLLARS_PER_REQUEST);
    };
    const [warm, rare, often] = [0, 0.01, 0.1].map((share) => `$${price(share).toFixed(4)}`);
    const isMissed = price(0) > (BARS_DOLLARS[path] ?? Number.POSITIVE_INFINITY);
    if (isMissed) process.exitCode = 1;
    console.log(
      `${isMissed ? "MISSED " : ""}${what}: ${warmMs.toFixed(1)} ms × ${memory} MB = ${warm} per 1,000; cold ${coldMs.toFixed(0)} ms: ${rare} with 1 in 100, ${often} with 1 in 10`,
    );
  }
} finally {
  await functions[Symbol.asyncDispose]();
}
