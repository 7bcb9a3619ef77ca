import { service } from "../test/support/empty/start.ts";
import { form } from "../test/support/form.ts";
import { textPdf } from "../test/support/pdf/raw.ts";
import { load, quantile } from "./support/load.ts";

/**
 * How long does a warm call take that merges two PDFs of one page, compared with an endpoint that does nothing? Bars: 4 ms
 * more at the median; 250 a second for 20 clients with many accounts.
 */
const ours = await service("ours");
const request = new Request(ours.url, { method: "POST", body: form({ files: [textPdf("A"), textPdf("B")] }) });
const type = request.headers.get("content-type")!;
const body = Buffer.from(await request.arrayBuffer());
const merge = (count: number, clients: number) =>
  load(ours.port, "/v1/pdf/merge", body, ours.keys, { count, clients, type });
const empty = (count: number, clients: number) =>
  load(ours.port, "/v1/empty", JSON.stringify({ html: "<p>x" }), ours.keys, { count, clients });
const ROUNDS = 5;

await merge(400, 4);
await empty(400, 4);
const [merges, empties]: [number[], number[]] = [[], []];
// In turns, so that a slow moment of the machine affects both.
for (let round = 0; round < ROUNDS; round++) {
  merges.push(...(await merge(150, 1)).times);
  empties.push(...(await empty(150, 1)).times);
}
const [mine, least] = [quantile(merges, 0.5), quantile(empties, 0.5)];
console.log(
  `one client: ${mine.toFixed(2)} ms at the median, an empty endpoint ${least.toFixed(2)}: ${(mine - least).toFixed(2)} ms more`,
);
const many = await merge(4000, 20);
console.log(
  `20 clients, ${ours.keys.length} accounts: ${many.perSecond.toFixed(0)} a second, p99 ${quantile(many.times, 0.99).toFixed(1)} ms, ${many.failures} failures`,
);
ours.stop();
if (many.failures > 0) process.exitCode = 1;
