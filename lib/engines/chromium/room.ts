import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { toInches } from "../css-length.ts";
import { A4 } from "../paper.ts";
import type { Source } from "./open.ts";
import { declaredSize } from "./page/declared-size.js";

const POINTS = 72;

/** Inches by which Chromium may round a paper. */
const ROUNDED = 2 / POINTS;

/** Width and height in inches. */
type Size = readonly [number, number];

const isA4 = ([width, height]: Size): boolean =>
  Math.abs(Math.min(width, height) - A4.width) < ROUNDED && Math.abs(Math.max(width, height) - A4.height) < ROUNDED;

/** A size that CSS gives in lengths. */
const sizeOf = (text: string): Size | undefined => {
  const [width, height = width, more] = text.split(" ").map(toInches);
  return width && height && more === undefined ? [width, height] : undefined;
};

/** The paper of the first page that Skia wrote. */
const firstPaper = (pdf: Buffer): Size => {
  const at = pdf.indexOf("/MediaBox");
  const [, , width = 0, height = 0] =
    pdf
      .toString("latin1", at, at + 80)
      .match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return [width / POINTS, height / POINTS];
};

/** Milliseconds in which a page has to say what it declares: its scripts may keep it busy. */
const PATIENCE = 1000;

const declared = async (page: CDPSession): Promise<string> => {
  const asking = page.send("Runtime.evaluate", { expression: `(${declaredSize})()`, timeout: PATIENCE });
  const answer = asking.then(
    ({ result }) => String(result.value),
    () => "",
  );
  return Promise.race([answer, sleep(PATIENCE, "", { ref: false })]);
};

/**
 * Whether the margins leave no room on the paper that the document asks for: Chromium prints on A4 then, and does not tell.
 */
export const lacksRoom = async (page: CDPSession, source: Source, pdf: Buffer): Promise<boolean> => {
  if ("html" in source && !/@page|@import|<link/i.test(source.html)) return false;
  if (!isA4(firstPaper(pdf))) return false;
  const asked = sizeOf(await declared(page));
  return asked !== undefined && !isA4(asked);
};
