import { print, stopEngines } from "../test/support/print.ts";
import { beside } from "./support/rest/beside.ts";
import { charts } from "./support/rest/charts.ts";
import { motion } from "./support/rest/motion.ts";
import { mounts } from "./support/rest/mounts.ts";
import { native } from "./support/rest/native.ts";
import { observers } from "./support/rest/observers.ts";
import { printStock } from "./support/rest/stock.ts";

/**
 * Are pages that move, draw themselves or load late printed as stock Chromium shows them after 10 s of real time, in a window
 * as tall as the page? Compared: page counts, words, a similarity (SSIM) of 0.98; for endless pages only page counts. And
 * how long does it take? ONLY selects pages by a part of their names.
 */
const REAL_TIME_MS = 10_000;
const PAGES_AT_ONCE = 15;
const MIN_SIMILARITY = 0.98;
const pages = [...charts, ...motion, ...mounts, ...observers, ...native].filter(({ name }) =>
  name.includes(process.env["ONLY"] ?? ""),
);

const theirs = await printStock(
  pages.map(({ html }) => html),
  REAL_TIME_MS,
  PAGES_AT_ONCE,
);
const times: number[] = [];
const different: string[] = [];
for (const [index, { name, html, text, endless }] of pages.entries()) {
  const stock = theirs[index]!;
  if (stock instanceof Error) {
    different.push(`${name}: stock Chromium prints nothing: ${stock.message}`);
    continue;
  }
  const started = performance.now();
  try {
    const { pdf } = await print({ html });
    const taken = performance.now() - started;
    times.push(taken);
    const found = await beside(name, pdf, stock);
    const same = found.pages[0] === found.pages[1] && (endless || (found.words && found.likeness >= MIN_SIMILARITY));
    const said = text === undefined || found.text.includes(text);
    if (same && said) continue;
    different.push(
      `${name}: pages ${found.pages.join(" / ")}, words ${found.words ? "same" : "differ"}, likeness ${found.likeness.toFixed(3)}` +
        `${said ? "" : ", not at rest"} (${taken.toFixed(0)} ms)`,
    );
  } catch (error) {
    different.push(`${name}: ${(error as Error).message}`);
  }
}
await stopEngines();
times.sort((a, b) => a - b);
console.log(
  `${pages.length} pages: ${pages.length - different.length} as in stock Chromium; ` +
    `${times[times.length >> 1]?.toFixed(0)} ms at the median, ${times.at(-1)?.toFixed(0)} at worst`,
);
for (const line of different) console.log(line);
