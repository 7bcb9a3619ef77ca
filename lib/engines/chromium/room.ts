import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { A4, toInches } from "../paper.ts";
import type { DocumentSource } from "./open.ts";
import { declaredSize } from "./page/declared-size.js";

const POINTS_PER_INCH = 72;

/** Chromium's rounding changes paper sizes by less than this. */
const ROUNDING_TOLERANCE_INCHES = 2 / POINTS_PER_INCH;

/** Width and height in inches. */
type Size = readonly [number, number];

const isA4 = ([width, height]: Size): boolean =>
  Math.abs(Math.min(width, height) - A4.width) < ROUNDING_TOLERANCE_INCHES &&
  Math.abs(Math.max(width, height) - A4.height) < ROUNDING_TOLERANCE_INCHES;

/** The size of a CSS `size` declaration that consists of lengths; undefined for other declarations. */
const sizeOf = (text: string): Size | undefined => {
  const [width, height = width, more] = text.split(" ").map(toInches);
  return width && height && more === undefined ? [width, height] : undefined;
};

/** The size of the first page that Skia has written. */
const firstPageSize = (pdf: Buffer): Size => {
  const at = pdf.indexOf("/MediaBox");
  const [, , width = 0, height = 0] =
    pdf
      .toString("latin1", at, at + 80)
      .match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return [width / POINTS_PER_INCH, height / POINTS_PER_INCH];
};

/** The time limit for a page to answer with its declared size; its scripts may keep it busy. */
const SIZE_ANSWER_TIMEOUT_MS = 1000;

const declaredPageSize = async (session: CDPSession): Promise<string> => {
  const evaluation = session.send("Runtime.evaluate", {
    expression: `(${declaredSize})()`,
    timeout: SIZE_ANSWER_TIMEOUT_MS,
  });
  const answer = evaluation.then(
    ({ result }) => String(result.value),
    () => "",
  );
  return Promise.race([answer, sleep(SIZE_ANSWER_TIMEOUT_MS, "", { ref: false })]);
};

/**
 * Whether the margins leave no room on the paper that the document declares. In that case Chromium prints on A4 without an
 * error.
 */
export const lacksRoom = async (session: CDPSession, source: DocumentSource, pdf: Buffer): Promise<boolean> => {
  if (source.html !== undefined && !/@page|@import|<link/i.test(source.html)) return false;
  if (!isA4(firstPageSize(pdf))) return false;
  const declared = sizeOf(await declaredPageSize(session));
  return declared !== undefined && !isA4(declared);
};
