import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import type { Source } from "./open.ts";
import { declaredSize } from "./page/declared-size.js";
import { A4 } from "./paper.ts";

const POINTS = 72;
const INCHES: Readonly<Record<string, number>> = {
  px: 1 / 96,
  in: 1,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  q: 1 / 101.6,
  pt: 1 / 72,
  pc: 1 / 6,
};
const LENGTH = /^([\d.]+)(px|in|cm|mm|q|pt|pc)$/i;

/** Points by which Chromium may round a paper. */
const ROUNDED = 2;

type Size = readonly [number, number];

const isA4 = ([width, height]: Size): boolean =>
  Math.abs(Math.min(width, height) - A4.width * POINTS) < ROUNDED &&
  Math.abs(Math.max(width, height) - A4.height * POINTS) < ROUNDED;

/** A size in points, where CSS gives it in lengths. */
const pointsOf = (size: string): Size | undefined => {
  const sides = size.split(" ").map((side) => {
    const [, number, unit] = LENGTH.exec(side) ?? [];
    return unit === undefined ? Number.NaN : Number(number) * INCHES[unit.toLowerCase()]! * POINTS;
  });
  const [width = Number.NaN, height = width] = sides;
  return sides.length <= 2 && width > 0 && height > 0 ? [width, height] : undefined;
};

/** The paper of the first page that Skia wrote, in points. */
const firstPaper = (pdf: Buffer): Size => {
  const at = pdf.indexOf("/MediaBox");
  const [, , width = 0, height = 0] =
    pdf
      .toString("latin1", at, at + 80)
      .match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return [width, height];
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
  const asked = pointsOf(await declared(page));
  return asked !== undefined && !isA4(asked);
};
