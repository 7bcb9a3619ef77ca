import { setTimeout as sleep } from "node:timers/promises";
import { puppeteerBrowser, rawPage } from "./support/chromium-peers.ts";
import { hello, invoice } from "./support/documents.ts";
import { ask, connected, quantile, requestBytes } from "./support/load.ts";
import { wholeService } from "./support/whole.ts";

/**
 * One document at a time, what does the whole HTTP call take when warm, beside raw CDP on an equally warm page, and beside
 * puppeteer's usual way in a warm browser? Bars: raw + 10 ms and 1.2 times for the invoice; 3 and 1.5 times faster.
 */
const ROUNDS = 31;
/** So many that none comes near its rate; each has called before it is timed. */
const KEYS = 4;
/** Milliseconds before each call. */
const REST = 300;
const service = await wholeService(KEYS);
const connection = await connected(service.port);
const shared = await puppeteerBrowser();
let round = 0;

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
  const requests = service.keys.map((key) => requestBytes("/v1/convert/html-to-pdf", key, JSON.stringify({ html })));
  // As the service keeps its spares: as many, each started when one was used.
  const pages = [rawPage(), rawPage()];
  const takeTurns = [
    async () => {
      const page = await pages.shift()!;
      raw.push(await timed(() => page.print(html)));
      page.kill();
    },
    async () => {
      const request = requests[round % KEYS]!;
      ours.push(
        await timed(async () => {
          if ((await ask(connection, request)) !== 200) throw new Error("a request failed");
        }),
      );
      pages.push(rawPage());
    },
    async () => {
      usual.push(await timed(() => shared.print(html)));
    },
  ];
  for (round = 0; round < KEYS + ROUNDS; round++) {
    if (round === KEYS) for (const times of [ours, raw, usual]) times.length = 0;
    const order = round % 2 === 0 ? [0, 1, 2] : [1, 0, 2];
    for (const turn of order) {
      // All have had time to get ready, and nothing else runs.
      await sleep(REST);
      await takeTurns[turn]!();
    }
  }
  for (const page of pages) (await page).kill();
  const [mine, floor, peer] = [ours, raw, usual].map((times) => quantile(times, 0.5)) as [number, number, number];
  console.log(
    `${name}: ${mine.toFixed(1)} ms over HTTP (worst ${quantile(ours, 1).toFixed(0)}); raw CDP ${floor.toFixed(1)}: ` +
      `+${(mine - floor).toFixed(1)} ms, ${(mine / floor).toFixed(2)} times; puppeteer ${peer.toFixed(1)}: ${(peer / mine).toFixed(1)} times faster`,
  );
}
connection.destroy();
await shared.close();
await service.stop();
