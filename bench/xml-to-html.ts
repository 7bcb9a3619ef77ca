/** How much CPU time does a warm transformation of 10 MB take, compared with xsltproc? And one of 1 KB? Bars: 1.5 times, 5 ms. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { xmlToHtml } from "../lib/engines/xml-to-html.ts";
import { warmParts } from "../lib/workers/warm.ts";
import { fetchXsltproc } from "../test/support/xsltproc.ts";
import { pairs } from "./support/xml-documents.ts";

const MB = 1_048_576;
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const ours = async (xml: string, xslt: string): Promise<{ cpu: number; wall: number; output: Uint8Array }> => {
  const [before, start] = [process.cpuUsage(), performance.now()];
  const { body: output } = await xmlToHtml.run({ xml, xslt, params: {} }, AbortSignal.timeout(60_000));
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, wall: performance.now() - start, output: output as Uint8Array };
};

const xsltproc = await fetchXsltproc();
const folder = await mkdtemp(join(tmpdir(), "platen-bench-xslt-"));
for (const { name, xml, xslt } of pairs(10 * MB)) {
  const [document, stylesheet] = [join(folder, "a.xml"), join(folder, "a.xsl")];
  await writeFile(document, xml);
  await writeFile(stylesheet, xslt);
  const [own, peer, walls]: [number[], number[], number[]] = [[], [], []];
  let same = true;
  await ours(xml, xslt);
  for (let round = 0; round < 5; round++) {
    const [we, they] = [await ours(xml, xslt), await xsltproc(stylesheet, document)];
    own.push(we.cpu);
    peer.push(they.cpu);
    walls.push(we.wall);
    same &&= Buffer.compare(we.output, they.output) === 0;
  }
  const [a, b] = [median(own), median(peer)];
  const cost = `${a.toFixed(0)} ms of CPU (${median(walls).toFixed(0)} ms wall), xsltproc ${b.toFixed(0)}`;
  console.log(`10 MB ${name}: ${cost}: ${(a / b).toFixed(2)} times; outputs ${same ? "identical" : "DIFFER"}`);
}
await rm(folder, { recursive: true });

const [small] = pairs(1000);
if (small !== undefined) {
  const calls = [];
  for (let round = 0; round < 500; round++) calls.push(await ours(small.xml, small.xslt));
  const warm = calls.slice(100);
  const walls = warm.map(({ wall }) => wall).toSorted((x, y) => x - y);
  const [middle, high] = [median(walls), walls[Math.floor(walls.length * 0.95)] ?? 0];
  const first = calls[0]?.wall ?? 0;
  const cpu = median(warm.map((call) => call.cpu));
  console.log(`1 KB: ${middle.toFixed(2)} ms in the middle, ${high.toFixed(2)} at the 95th percentile`);
  console.log(`1 KB: ${cpu.toFixed(2)} ms of CPU; the first call ${first.toFixed(0)} ms`);
}
await warmParts().get(xmlToHtml.name)?.stop();
