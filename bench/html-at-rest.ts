import { print, stopEngines } from "../test/support/print.ts";
import { beside } from "./support/rest/beside.ts";
import { charts } from "./support/rest/charts.ts";
import { motion } from "./support/rest/motion.ts";
import { mounts } from "./support/rest/mounts.ts";
import { native } from "./support/rest/native.ts";
import { observers } from "./support/rest/observers.ts";
import { printStock } from "./support/rest/stock.ts";

/**
 * Do pages that move, draw themselves or come late (ONLY, a part of their names) print as the same pages look after 10 s
 * of real time in stock Chromium, its window as tall as the page: page counts, words, and 0.98 of likeness (SSIM), and
 * how long does that take? What runs for ever is only asked for its page count.
 */
const LIFE_MS = 10_000;
const AT_ONCE = 15;
const ALIKE = 0.98;
const pages = [...charts, ...motion, ...mounts, ...observers, ...native].filter(({ name }) =>
  name.includes(process.env["ONLY"] ?? ""),
);

const theirs = await printStock(
  pages.map(({ html }) => html),
  LIFE_MS,
  AT_ONCE,
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
    const same = found.pages[0] === found.pages[1] && (endless || (found.words && found.likeness >= ALIKE));
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
