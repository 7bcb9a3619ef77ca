// Converts a large CSV file in a separate process. Prints bytes before and after, seconds, and the peak memory in megabytes.
import { readFileSync } from "node:fs";
import { csvToPdf } from "../../lib/engines/csv-to-pdf.ts";
import { PLAIN_PAGE } from "../../lib/engines/page-setup.ts";

const bytes = readFileSync(process.argv[2]!);
const body = bytes.length;
const started = performance.now();
const { body: made } = await csvToPdf.run(
  { bytes, title: "bench", pageSetup: PLAIN_PAGE },
  AbortSignal.timeout(180_000),
);
const seconds = (performance.now() - started) / 1000;
if (made instanceof Uint8Array) throw new Error("It should have gone to disk.");
await made.remove?.();
const most = (process.resourceUsage().maxRSS * 1024) / 1e6;
process.stdout.write(JSON.stringify({ body, size: made.size, seconds, most }));
