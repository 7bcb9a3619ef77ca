import { hello } from "../test/support/documents.ts";
import { until } from "../test/support/until.ts";
import { wholeService } from "../test/support/whole.ts";
import { load, quantile } from "./support/load.ts";

/**
 * How long does hello.html of other accounts take while a batch of 10,000 small pages is submitted, and while its jobs are
 * done? Bar: a median of at most 3 times alone, no failures. JOBS is the number of the batch's pages.
 */
const JOB_COUNT = Number(process.env["JOBS"] ?? 10_000);
const [FACTOR_BAR, PAGE_COUNT, NEIGHBOURS] = [3, 100, 8];

const service = await wholeService(NEIGHBOURS + 1, { PLATEN_LOG: "off" });
const [keys, busy] = [service.keys.slice(0, NEIGHBOURS), service.keys.at(-1)!];

/** The median of the time that a page takes, in ms. */
const printPages = async (): Promise<number> => {
  const body = JSON.stringify({ html: hello });
  const { times, failures } = await load(service.port, "/v1/convert/html-to-pdf", body, keys, {
    count: PAGE_COUNT,
    clients: 1,
  });
  if (failures > 0) throw new Error(`${failures} pages were not printed.`);
  return quantile(times, 0.5);
};

const ask = async (path: string, init: RequestInit = {}) => {
  const headers = { "X-API-Key": busy, "Content-Type": "application/json" };
  const reply = await fetch(`http://127.0.0.1:${service.port}/v1${path}`, { ...init, headers });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as { id: string; counts: { open: number; succeeded: number } };
};

await printPages();
const alone = await printPages();
const requests = Array.from({ length: JOB_COUNT }, (_, index) => ({
  operation: "/convert/html-to-pdf",
  body: { html: `<p>small ${index}` },
}));
const { id } = await ask("/batches", { method: "POST", body: JSON.stringify(requests) });
const submitting = await printPages();
await until(async () => (await ask(`/batches/${id}`)).counts.succeeded > 0, { intervalMs: 500 });
const before = (await ask(`/batches/${id}`)).counts.succeeded;
const working = await printPages();
const { counts } = await ask(`/batches/${id}`);
if (counts.open === 0) throw new Error("The batch ended before the pages were printed.");
await ask(`/batches/${id}`, { method: "DELETE" });
await service.stop();

const factor = (time: number) => `${time.toFixed(0)} ms (${(time / alone).toFixed(1)} times)`;
console.log(
  `alone ${alone.toFixed(0)} ms; beside the submission ${factor(submitting)}; beside the jobs ${factor(working)}, of which ${counts.succeeded - before} were done for ${PAGE_COUNT} pages`,
);
process.exitCode = Math.max(submitting, working) <= FACTOR_BAR * alone ? 0 : 1;
