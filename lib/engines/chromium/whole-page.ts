import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { WINDOW_MAX_HEIGHT_PX } from "./virtual-scripts.ts";

/** A page counts as fitting its window if it is at most this much taller. */
const TOLERANCE_PX = 2;

const SIZES_EXPRESSION = "[innerWidth, innerHeight, document.documentElement?.scrollHeight ?? 0]";
const dispatchScript = (...types: readonly string[]) =>
  types.map((type) => `dispatchEvent(new Event("${type}"));`).join("");

/** Scrolls through the whole page and back to its top. */
const SCROLL_SCRIPT = `for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
  scrollTo({ top: y, behavior: "instant" }); ${dispatchScript("scroll")}
}
scrollTo({ top: 0, behavior: "instant" });`;

/**
 * Shows the whole page at once: makes the window as tall as the page, and dispatches the events of that change. A page
 * that grows with its window is scrolled through instead, and all of it counts as visible.
 */
export const showWholePage = async (session: CDPSession, contextId: number): Promise<void> => {
  const evaluate = async (expression: string, world?: number) => {
    const parameters = { expression, returnByValue: true, ...(world === undefined ? {} : { contextId: world }) };
    return (await session.send("Runtime.evaluate", parameters)).result.value;
  };
  const [width, height, whole] = (await evaluate(SIZES_EXPRESSION, contextId)) as [number, number, number];
  if (whole <= height) return;
  const tall = Math.min(whole, WINDOW_MAX_HEIGHT_PX);
  const resize = (height: number) =>
    session.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 0, mobile: false });
  await resize(tall);
  const [, , grown] = (await evaluate(`${dispatchScript("resize")}${SIZES_EXPRESSION}`, contextId)) as [
    number,
    number,
    number,
  ];
  if (grown <= whole + TOLERANCE_PX || tall < whole) {
    await evaluate(dispatchScript("scroll"), contextId);
    return;
  }
  await resize(height);
  await evaluate(`window[Symbol.for("visibleHeight")] = ${whole}`);
  await evaluate(`${dispatchScript("resize")}${SCROLL_SCRIPT}`, contextId);
};
