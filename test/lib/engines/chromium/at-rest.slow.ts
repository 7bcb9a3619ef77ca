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

const pages = [...charts, ...motion, ...mounts, ...observers, ...native];
type RestPage = (typeof pages)[number];

/** How our print of a page differs from that of stock Chromium, or why one is missing; undefined if they are the same. Of endless pages only counts are compared. */
const differenceOf = async (
  { name, html, text, endless }: RestPage,
  stock: Uint8Array | Error,
): Promise<string | undefined> => {
  if (stock instanceof Error) return `${name}: stock Chromium prints nothing: ${stock.message}`;
  const ours = await print({ html }).catch((error: Error) => error);
  if (ours instanceof Error) return `${name}: we print nothing: ${ours.message}`;
  const found = await beside(name, ours.pdf, stock);
  const isSame = found.pages[0] === found.pages[1] && (endless || (found.words && found.likeness >= MIN_SIMILARITY));
  const isAtRest = text === undefined || found.text.includes(text);
  if (isSame && isAtRest) return undefined;
  const [pageCounts, words] = [found.pages.join(" / "), found.words ? "same" : "differ"];
  const likeness = found.likeness.toFixed(3);
  return `${name}: pages ${pageCounts}, words ${words}, likeness ${likeness}${isAtRest ? "" : ", not at rest"}`;
};

test("pages that move, draw themselves or load late are printed as stock Chromium shows them after 10 s", {
  skip,
}, async (context) => {
  const theirs = await printStock(
    pages.map(({ html }) => html),
    REAL_TIME_MS,
    PAGES_AT_ONCE,
  );
  const different: string[] = [];
  for (const [index, page] of pages.entries()) {
    const first = await differenceOf(page, theirs[index]!);
    if (first === undefined) continue;
    context.diagnostic(first);
    // On a busy machine the page may need more time in stock Chromium.
    const [alone] = await printStock([page.html], 3 * REAL_TIME_MS, 1);
    const difference = await differenceOf(page, alone!);
    if (difference !== undefined) different.push(difference);
  }
  assert.deepEqual(different, []);
});
