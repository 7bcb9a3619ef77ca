import { readFileSync } from "node:fs";
import { print, stopEngines } from "../test/support/print.ts";
import { browsersOf } from "../test/support/processes.ts";

/** Is HTML of 10 MB printed within the deadline, and how much memory does it take? */
const words = "The quick brown fox jumps over the lazy dog and runs on through the fields of the long text. ";
const html = `<!doctype html><title>Long</title>${`<p>${words.repeat(12)}`.repeat(Math.floor((10 * 1024 * 1024 - 100) / (words.length * 12 + 3)))}`;
let most = 0;
const held = (pid: number): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].reduce((sum, [, kb]) => sum + Number(kb) / 1024, 0);
  } catch {
    return 0;
  }
};
const timer = setInterval(() => {
  most = Math.max(most, ...browsersOf().map(held));
}, 100);
const started = performance.now();
const { pdf } = await print({ html }, {}, 60);
const seconds = (performance.now() - started) / 1000;
clearInterval(timer);
const pages =
  Buffer.from(pdf)
    .toString("latin1")
    .match(/\/Type \/Page\b/g)?.length ?? 0;
console.log(
  `${(html.length / 2 ** 20).toFixed(1)} MB of HTML: ${pages} pages in ${seconds.toFixed(1)} s, ${(pdf.length / 2 ** 20).toFixed(1)} MB of PDF; ` +
    `the browser held ${most.toFixed(0)} MB, this process ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`,
);
await stopEngines();
