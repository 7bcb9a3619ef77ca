import assert from "node:assert/strict";
import { after, test } from "node:test";
import { popplerPrograms } from "../../../support/debian-programs.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { beside } from "../../../support/rest/beside.ts";
import { printStock } from "../../../support/rest/stock.ts";
import { frameworks } from "../../../support/static/frameworks.ts";
import { languages } from "../../../support/static/languages.ts";
import { layouts } from "../../../support/static/layouts.ts";

const PAGES_AT_ONCE = 4;
const MIN_SIMILARITY = 0.99;

after(stopEngines);
const skip = await popplerPrograms();

test("static pages (print CSS, layouts, frameworks, e-mails, languages) are printed as stock Chromium prints them", {
  skip,
}, async () => {
  const pages = [...layouts, ...frameworks, ...languages];
  const theirs = await printStock(
    pages.map(({ html }) => html),
    0,
    PAGES_AT_ONCE,
  );
  const different: string[] = [];
  for (const [index, { name, html }] of pages.entries()) {
    const stock = theirs[index]!;
    if (stock instanceof Error) {
      different.push(`${name}: stock Chromium prints nothing: ${stock.message}`);
      continue;
    }
    const { pages: counts, words, likeness } = await beside(name, (await print({ html })).pdf, stock);
    if (words && likeness >= MIN_SIMILARITY) continue;
    different.push(
      `${name}: pages ${counts.join(" / ")}, words ${words ? "same" : "differ"}, likeness ${likeness.toFixed(3)}`,
    );
  }
  assert.deepEqual(different, []);
});
