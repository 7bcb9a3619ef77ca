import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import puppeteer, { type Page } from "puppeteer-core";
import { chromiumFolder } from "../../lib/engines/chromium/installation.ts";
import { fontsFolder } from "../../lib/fonts/folder.ts";

/** Milliseconds for a page to become complete: long enough for a machine that has much else to do. */
const PAGE_TIMEOUT_MS = 600_000;

const home = mkdtempSync(join(tmpdir(), "platen-browser-"));
const browser = await puppeteer.launch({
  executablePath: join(chromiumFolder, "chromium"),
  headless: "shell",
  pipe: true,
  protocolTimeout: PAGE_TIMEOUT_MS,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  env: {
    HOME: home,
    TMPDIR: home,
    LANG: "en_US.UTF-8",
    LD_LIBRARY_PATH: join(chromiumFolder, "lib"),
    FONTCONFIG_FILE: join(fontsFolder, "fonts.conf"),
  },
});
after(async () => {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
});

/** How a page is looked at. */
export interface Look {
  readonly colours?: "light" | "dark";
  readonly width?: number;
}

/** A page in a browser as people use it, and what it has complained about or fetched from elsewhere. */
interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Opens a page and waits until it has said, by `data-ready` on its root, that it is complete. */
export const visit = async (address: string, { colours = "light", width = 1280 }: Look = {}): Promise<Visit> => {
  const page = await browser.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warn") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  const { origin } = new URL(address);
  page.on("request", (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (!["data:", "blob:"].includes(protocol) && asked !== origin) complaints.push(`fetches ${request.url()}`);
  });
  await page.setViewport({ width, height: 800 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: colours }]);
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  return { page, complaints, [Symbol.asyncDispose]: () => page.close() };
};

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with a page: the rule, and the element. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  // Through the protocol, because the page's policy allows no scripts but its own.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: { run: () => Promise<AxeResult> } }).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
};

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}
