import { setTimeout as sleep } from "node:timers/promises";
import { puppeteerBrowser, rawPage } from "../../test/support/chromium-peers.ts";
import { hello, invoice } from "../../test/support/documents.ts";
import { wholeService } from "../../test/support/whole.ts";
import { ask, connected, quantile, requestBytes } from "./load.ts";

const ROUNDS = 31;
/** Enough keys to stay below the rate limit. Each key makes a call before it is timed. */
const KEY_COUNT = 4;
/** Milliseconds before each call. */
const PAUSE_MS = 300;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return performance.now() - started;
};

/** The times of warm HTTP calls, of raw CDP and of puppeteer, which take turns. */
type Times = readonly [ours: number[], raw: number[], usual: number[]];

/**
 * Times warm HTTP calls to an endpoint that makes something of HTML, one document at a time, beside the same step (`print` or
 * `draw`) by raw CDP on an equally warm page, and by the usual use of puppeteer in a warm browser. Prints a line for each document.
 */
export const timeBesideRaw = async (path: string, step: "print" | "draw"): Promise<void> => {
  const service = await wholeService(KEY_COUNT);
  const connection = await connected(service.port);
  const shared = await puppeteerBrowser();
  const timesOf = async (html: string): Promise<Times> => {
    const [ours, raw, usual]: Times = [[], [], []];
    const requests = service.keys.map((key) => requestBytes(path, key, JSON.stringify({ html })));
    // Kept as the service keeps its spare browsers: as many, and each started when one was used.
    const pages = [rawPage(), rawPage()];
    const callRaw = async () => {
      const page = await pages.shift()!;
      raw.push(await timed(() => page[step](html)));
      page.kill();
    };
    const callOurs = async (round: number) => {
      const request = requests[round % KEY_COUNT]!;
      const call = async () => {
        if ((await ask(connection, request)) !== 200) throw new Error("a request failed");
      };
      ours.push(await timed(call));
      pages.push(rawPage());
    };
    const callUsual = async () => void usual.push(await timed(() => shared[step](html)));
    for (let round = 0; round < KEY_COUNT + ROUNDS; round++) {
      if (round === KEY_COUNT) for (const times of [ours, raw, usual]) times.length = 0;
      const calls = round % 2 === 0 ? [callRaw, callOurs, callUsual] : [callOurs, callRaw, callUsual];
      for (const call of calls) {
        // All browsers have had time to get ready, and nothing else runs.
        await sleep(PAUSE_MS);
        await call(round);
      }
    }
    for (const page of pages) (await page).kill();
    return [ours, raw, usual];
  };
  for (const [name, html] of [
    ["hello", hello],
    ["invoice", invoice()],
  ] as const) {
    const times = await timesOf(html);
    const [mine, floor, peer] = times.map((each) => quantile(each, 0.5)) as [number, number, number];
    console.log(
      `${name}: ${mine.toFixed(1)} ms over HTTP (worst ${quantile(times[0], 1).toFixed(0)}); raw CDP ${floor.toFixed(1)}: ` +
        `+${(mine - floor).toFixed(1)} ms, ${(mine / floor).toFixed(2)} times; puppeteer ${peer.toFixed(1)}: ${(peer / mine).toFixed(1)} times faster`,
    );
  }
  connection.destroy();
  await shared.close();
  await service.stop();
};
