import { setTimeout as sleep } from "node:timers/promises";
import { puppeteerBrowser, rawPage } from "./support/chromium-peers.ts";
import { hello, invoice } from "./support/documents.ts";
import { load, quantile } from "./support/load.ts";
import { wholeService } from "./support/whole.ts";

/**
 * One document at a time, what does the whole HTTP call take when warm, beside raw CDP on an equally warm page, and beside
 * puppeteer's usual way in a warm browser? Bars: raw + 10 ms and 1.2 times for the invoice; 3 and 1.5 times faster.
 */
const ROUNDS = 31;
const service = await wholeService(1000);
const shared = await puppeteerBrowser();
let key = 0;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

for (const [name, html] of [
  ["hello", hello],
  ["invoice", invoice()],
] as const) {
  const [ours, raw, usual]: [number[], number[], number[]] = [[], [], []];
  const body = JSON.stringify({ html });
  for (let round = -3; round < ROUNDS; round++) {
    const page = await rawPage();
    // All have had time to get ready, and nothing else runs.
    await sleep(250);
    const bare = await timed(() => page.print(html));
    page.kill();
    await sleep(50);
    const keys = [service.keys[key++]!];
    const { times, failures } = await load(service.port, "/v1/convert/html-to-pdf", body, keys, {
      count: 1,
      clients: 1,
    });
    if (failures > 0) throw new Error("a request failed");
    await sleep(250);
    const theirs = await timed(() => shared.print(html));
    if (round < 0) continue;
    raw.push(bare);
    ours.push(times[0]!);
    usual.push(theirs);
  }
  const [mine, floor, peer] = [ours, raw, usual].map((times) => quantile(times, 0.5)) as [number, number, number];
  console.log(
    `${name}: ${mine.toFixed(1)} ms over HTTP (worst ${quantile(ours, 1).toFixed(0)}); raw CDP ${floor.toFixed(1)}: ` +
      `+${(mine - floor).toFixed(1)} ms, ${(mine / floor).toFixed(2)} times; puppeteer ${peer.toFixed(1)}: ${(peer / mine).toFixed(1)} times faster`,
  );
}
await shared.close();
await service.stop();
