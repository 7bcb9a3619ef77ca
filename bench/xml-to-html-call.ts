import { service } from "../test/support/empty/start.ts";
import { load, quantile } from "./support/load.ts";
import { pairs } from "./support/xml-documents.ts";

/** How much longer does a warm call of xml-to-html with 1 KB of XML take than a call that does nothing? Bar: 5 ms. */
const [small] = pairs(1000);
const body = JSON.stringify({ xml: small?.xml, xslt: small?.xslt });
const nothing = JSON.stringify({ html: "<p>x" });
const { port, keys, stop } = await service("ours");
const transformed = (count: number) => load(port, "/v1/convert/xml-to-html", body, keys, { count, clients: 1 });
const empty = (count: number) => load(port, "/v1/empty", nothing, keys, { count, clients: 1 });

await transformed(300);
await empty(300);
let failures = 0;
const [ours, floor]: [number[], number[]] = [[], []];
for (let round = 0; round < 5; round++) {
  const [work, none] = [await transformed(150), await empty(150)];
  ours.push(...work.times);
  floor.push(...none.times);
  failures += work.failures + none.failures;
}
for (const [name, part] of [
  ["median", 0.5],
  ["95th percentile", 0.95],
] as const) {
  const [mine, least] = [quantile(ours, part), quantile(floor, part)];
  console.log(`${name}: ${mine.toFixed(2)} ms, empty ${least.toFixed(2)}: ${(mine - least).toFixed(2)} ms over it`);
}
stop();
if (failures > 0) process.exitCode = 1;
