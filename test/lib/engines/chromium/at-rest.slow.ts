import assert from "node:assert/strict";
import { after, test } from "node:test";
import { popplerPrograms } from "../../../support/debian-programs.ts";
import { print, stopEngines } from "../../../support/print.ts";
import { beside } from "../../../support/rest/beside.ts";
import { charts } from "../../../support/rest/charts.ts";
import { motion } from "../../../support/rest/motion.ts";
import { mounts } from "../../../support/rest/mounts.ts";
import { native } from "../../../support/rest/native.ts";
import { observers } from "../../../support/rest/observers.ts";
import { printStock } from "../../../support/rest/stock.ts";

const REAL_TIME_MS = 10_000;
const PAGES_AT_ONCE = 15;
const MIN_SIMILARITY = 0.98;

after(stopEngines);
const skip = await popplerPrograms();

// Of endless pages only the page counts are compared.
test("pages that move, draw themselves or load late are printed as stock Chromium shows them after 10 s", {
  skip,
}, async () => {
  const pages = [...charts, ...motion, ...mounts, ...observers, ...native];
  const theirs = await printStock(
    pages.map(({ html }) => html),
    REAL_TIME_MS,
    PAGES_AT_ONCE,
  );
  const different: string[] = [];
  for (const [index, { name, html, text, endless }] of pages.entries()) {
    const stock = theirs[index]!;
    if (stock instanceof Error) {
      different.push(`${name}: stock Chromium prints nothing: ${stock.message}`);
      continue;
    }
    const { pdf } = await print({ html });
    const found = await beside(name, pdf, stock);
    const isSame = found.pages[0] === found.pages[1] && (endless || (found.words && found.likeness >= MIN_SIMILARITY));
    const isAtRest = text === undefined || found.text.includes(text);
    if (isSame && isAtRest) continue;
    const [pageCounts, words] = [found.pages.join(" / "), found.words ? "same" : "differ"];
    const likeness = found.likeness.toFixed(3);
    different.push(
      `${name}: pages ${pageCounts}, words ${words}, likeness ${likeness}${isAtRest ? "" : ", not at rest"}`,
    );
  }
  assert.deepEqual(different, []);
});
