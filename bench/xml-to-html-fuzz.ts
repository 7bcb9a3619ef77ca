/** Do any of 10,000 mutated documents and stylesheets crash or hang the engine? Bar: none. The seed is the first argument. */

import { xmlToHtml } from "../lib/engines/xml-to-html.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { fuzz } from "../test/support/xslt-fuzz.ts";

const seed = Number(process.argv[2] ?? 1);
const start = performance.now();
const tally = await fuzz(10_000, seed);
const seconds = ((performance.now() - start) / 1000).toFixed(0);
console.log(`10,000 mutations, seed ${seed}, ${seconds} s: ${JSON.stringify(tally)}`);
await warmParts().get(xmlToHtml.name)?.stop();
if (Object.keys(tally).some((end) => end.startsWith("crash"))) process.exitCode = 1;
