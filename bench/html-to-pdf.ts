import { setTimeout as sleep } from "node:timers/promises";
import { puppeteerBrowser, rawPage } from "../test/support/chromium-peers.ts";
import { hello, invoice } from "../test/support/documents.ts";
import { wholeService } from "../test/support/whole.ts";
import { ask, connected, quantile, requestBytes } from "./support/load.ts";

/**
 * How long does a warm HTTP call take, one document at a time, compared with raw CDP on an equally warm page, and with the
 * usual use of puppeteer in a warm browser? Bars: raw + 10 ms and 1.2 times for the invoice; 3 and 1.5 times faster.
 */
const ROUNDS = 31;
/** Enough keys to stay below the rate limit. Each key makes a call before it is timed. */
const KEY_COUNT = 4;
/** Milliseconds before each call. */
const PAUSE_MS = 300;
const service = await wholeService(KEY_COUNT);
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
  // Kept as the service keeps its spare browsers: as many, and each started when one was used.
  const pages = [rawPage(), rawPage()];
  const takeTurns = [
    async () => {
      const page = await pages.shift()!;
      raw.push(await timed(() => page.print(html)));
      page.kill();
    },
    async () => {
      const request = requests[round % KEY_COUNT]!;
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
  for (round = 0; round < KEY_COUNT + ROUNDS; round++) {
    if (round === KEY_COUNT) for (const times of [ours, raw, usual]) times.length = 0;
    const order = round % 2 === 0 ? [0, 1, 2] : [1, 0, 2];
    for (const turn of order) {
      // All browsers have had time to get ready, and nothing else runs.
      await sleep(PAUSE_MS);
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
