import { print, stopEngines } from "../test/support/print.ts";
import { beside } from "./support/rest/beside.ts";
import { printStock } from "./support/rest/stock.ts";
import { frameworks } from "./support/static/frameworks.ts";
import { languages } from "./support/static/languages.ts";
import { layouts } from "./support/static/layouts.ts";

/**
 * Are static pages (print CSS, layouts, frameworks, e-mails, languages) printed as multi-process stock Chromium prints them?
 * Compared: page counts, words, a similarity (SSIM) of 0.99. ONLY selects pages by a part of their names.
 */
const PAGES_AT_ONCE = 4;
const MIN_SIMILARITY = 0.99;
const pages = [...layouts, ...frameworks, ...languages].filter(({ name }) => name.includes(process.env["ONLY"] ?? ""));
const theirs = await printStock(
  pages.map(({ html }) => html),
  0,
  PAGES_AT_ONCE,
);
const different: string[] = [];
for (const [index, { name, html }] of pages.entries()) {
  const stock = theirs[index]!;
  try {
    if (stock instanceof Error) throw stock;
    const found = await beside(name, (await print({ html })).pdf, stock);
    if (found.words && found.likeness >= MIN_SIMILARITY) continue;
    const likeness = found.likeness.toFixed(3);
    different.push(
      `${name}: pages ${found.pages.join(" / ")}, words ${found.words ? "same" : "differ"}, likeness ${likeness}`,
    );
  } catch (error) {
    different.push(`${name}: ${(error as Error).message}`);
  }
}
await stopEngines();
console.log(`${pages.length} pages: ${pages.length - different.length} as in stock Chromium`);
for (const line of different) console.log(line);
