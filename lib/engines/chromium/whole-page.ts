import type { CDPSession } from "puppeteer-core/internal/api/CDPSession.js";
import { TALLEST_WINDOW_PX } from "./virtual-scripts.ts";

/** Pixels by which a page may be taller than its window was made for it. */
const TOLERANCE_PX = 2;

const SIZES = "[innerWidth, innerHeight, document.documentElement?.scrollHeight ?? 0]";
const tell = (...types: readonly string[]) => types.map((type) => `dispatchEvent(new Event("${type}"));`).join("");

/** Scrolls through all of a page, and leaves it where it begins. */
const SCROLLED = `for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
  scrollTo({ top: y, behavior: "instant" }); ${tell("scroll")}
}
scrollTo({ top: 0, behavior: "instant" });`;

/**
 * Shows all of a page at once: makes the window as tall as the page, and tells the page. One that grows with its window is
 * scrolled through instead, all of it counting as seen.
 */
export const showWhole = async (page: CDPSession, contextId: number): Promise<void> => {
  const evaluate = async (expression: string, world?: number) => {
    const asked = { expression, returnByValue: true, ...(world === undefined ? {} : { contextId: world }) };
    return (await page.send("Runtime.evaluate", asked)).result.value;
  };
  const [width, height, whole] = (await evaluate(SIZES, contextId)) as [number, number, number];
  if (whole <= height) return;
  const tall = Math.min(whole, TALLEST_WINDOW_PX);
  const resize = (height: number) =>
    page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 0, mobile: false });
  await resize(tall);
  const [, , grown] = (await evaluate(`${tell("resize")}${SIZES}`, contextId)) as [number, number, number];
  if (grown <= whole + TOLERANCE_PX || tall < whole) {
    await evaluate(tell("scroll"), contextId);
    return;
  }
  await resize(height);
  await evaluate(`window[Symbol.for("seen")] = ${whole}`);
  await evaluate(`${tell("resize")}${SCROLLED}`, contextId);
};
