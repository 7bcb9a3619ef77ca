import "../test/support/allow-loopback.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { rawPage } from "../test/support/chromium-peers.ts";
import { print, stopEngines } from "../test/support/print.ts";
import { startWebServer } from "../test/support/web-server.ts";
import { quantile } from "./support/load.ts";

/** How long does a page with 50 images, each answered after 20 ms, take with and without the guard? Bar: 1.15 times. */
const PAGE_LOADS_COUNT = 15;
const PIXEL = Buffer.from("R0lGODlhAQABAPAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");
const server = await startWebServer(() => ({ body: PIXEL, type: "image/gif", after: 20 }));
const html = Array.from({ length: 50 }, (_, index) => `<img src="${server.origin}/${index}.gif">`).join("");
const hold = setInterval(() => {}, 1000);
await print({ html });
const [guarded, plain]: [number[], number[]] = [[], []];
for (let round = 0; round < PAGE_LOADS_COUNT; round++) {
  const page = await rawPage();
  await sleep(250);
  let started = performance.now();
  await page.print(html);
  plain.push(performance.now() - started);
  page.kill();
  await sleep(50);
  started = performance.now();
  const { report } = await print({ html });
  guarded.push(performance.now() - started);
  if (report.requests !== 50 || report.failed > 0) throw new Error("the images were not all loaded");
}
const [ours, theirs] = [quantile(guarded, 0.5), quantile(plain, 0.5)];
console.log(
  `${ours.toFixed(0)} ms through the guard, ${theirs.toFixed(0)} without: ${(ours / theirs).toFixed(2)} times`,
);
clearInterval(hold);
server.close();
await stopEngines();
