import { puppeteerBrowser } from "../test/support/chromium-peers.ts";
import { hello, invoice } from "../test/support/documents.ts";
import { wholeService } from "../test/support/whole.ts";
import { load, quantile } from "./support/load.ts";

/**
 * How many documents a second do 20 clients of many accounts get, with a separate browser for each document, compared with
 * puppeteer pages of one shared warm browser (best of 2 and 4 at once)? Bars: 0.7 and 0.9 times; no failure; p99 at most 3
 * times p50.
 */
const DOCUMENT_COUNT = 300;
const service = await wholeService(1000);
const shared = await puppeteerBrowser();

const pages = async (html: string, clients: number): Promise<number> => {
  let left = DOCUMENT_COUNT / 2;
  const started = performance.now();
  const client = async () => {
    while (left-- > 0) await shared.print(html);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (DOCUMENT_COUNT / 2 / (performance.now() - started)) * 1000;
};

for (const [name, html] of [
  ["hello", hello],
  ["invoice", invoice()],
] as const) {
  const body = JSON.stringify({ html });
  const keys = service.keys.slice(name === "hello" ? 0 : DOCUMENT_COUNT).slice(0, DOCUMENT_COUNT);
  await load(service.port, "/v1/convert/html-to-pdf", body, keys, { count: 20, clients: 20 });
  const { perSecond, times, failures } = await load(service.port, "/v1/convert/html-to-pdf", body, keys, {
    count: DOCUMENT_COUNT,
    clients: 20,
  });
  const peer = Math.max(await pages(html, 2), await pages(html, 4));
  const [half, most] = [quantile(times, 0.5), quantile(times, 0.99)];
  console.log(
    `${name}: ${perSecond.toFixed(1)} a second, p50 ${half.toFixed(0)} ms, p99 ${most.toFixed(0)} ms ` +
      `(${(most / half).toFixed(1)} times), ${failures} failures; puppeteer ${peer.toFixed(1)} a second: ${(perSecond / peer).toFixed(2)} times`,
  );
}
await shared.close();
await service.stop();
