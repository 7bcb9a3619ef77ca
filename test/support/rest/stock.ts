import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { chromiumFolder } from "../../../lib/engines/chromium/installation.ts";
import { fontsFolder } from "../../../lib/fonts/folder.ts";

const MARGIN_WIDTH = "1cm";
const MARGINS = { top: MARGIN_WIDTH, right: MARGIN_WIDTH, bottom: MARGIN_WIDTH, left: MARGIN_WIDTH };
const WIDTH_PX = 800;
const FIRST_HEIGHT_PX = 600;
/** A page that takes longer to load is printed as it is. */
const LOAD_TIMEOUT_MS = 15_000;

/** Multi-process Chromium in real time, as it is usually launched for tests and prints. */
const launchStock = async (): Promise<{ browser: Browser; home: string }> => {
  const home = mkdtempSync(join(tmpdir(), "platen-stock-"));
  const browser = await puppeteer.launch({
    executablePath: join(chromiumFolder, "chromium"),
    headless: "shell",
    pipe: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-dev-shm-usage",
      "--hide-scrollbars",
      "--font-render-hinting=none",
      "--disable-font-subpixel-positioning",
      "--force-color-profile=srgb",
    ],
    env: {
      HOME: home,
      TMPDIR: home,
      TZ: "UTC",
      LANG: "en_US.UTF-8",
      LD_LIBRARY_PATH: join(chromiumFolder, "lib"),
      FONTCONFIG_FILE: join(fontsFolder, "fonts.conf"),
    },
  });
  return { browser, home };
};

/** Makes the window as tall as the page, again if the page grows, so that the whole page is visible. */
const showWhole = async (page: Page): Promise<void> => {
  let height = FIRST_HEIGHT_PX;
  for (let turn = 0; turn < 3; turn++) {
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    if (whole <= height) return;
    height = whole;
    await page.setViewport({ width: WIDTH_PX, height });
  }
};

const printOne = async (browser: Browser, html: string, milliseconds: number): Promise<Uint8Array> => {
  const page = await browser.newPage();
  try {
    page.on("dialog", (dialog) => void dialog.dismiss());
    await page.setViewport({ width: WIDTH_PX, height: FIRST_HEIGHT_PX });
    await page.setContent(html, { timeout: LOAD_TIMEOUT_MS }).catch(() => {});
    if (milliseconds > 0) {
      // A page that grows late is shown whole once more.
      for (const share of [0.5, 0.5]) {
        await showWhole(page);
        await sleep(milliseconds * share);
      }
    }
    await page.evaluate(() => document.fonts.ready.then(() => true));
    return await page.pdf({ format: "A4", printBackground: true, margin: MARGINS, preferCSSPageSize: true });
  } finally {
    await page.close();
  }
};

/** Prints documents with stock Chromium after this many milliseconds of real time, several at once. */
export const printStock = async (
  documents: readonly string[],
  milliseconds: number,
  atOnce: number,
): Promise<(Uint8Array | Error)[]> => {
  const { browser, home } = await launchStock();
  const printed: (Uint8Array | Error)[] = [];
  try {
    for (let at = 0; at < documents.length; at += atOnce) {
      const some = documents.slice(at, at + atOnce);
      printed.push(
        ...(await Promise.all(
          some.map((html) => printOne(browser, html, milliseconds).catch((error: Error) => error)),
        )),
      );
    }
  } finally {
    await browser.close();
    rmSync(home, { recursive: true, force: true });
  }
  return printed;
};
