import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { Connection } from "puppeteer-core/internal/cdp/Connection.js";
import { PipeTransport } from "puppeteer-core/internal/node/PipeTransport.js";
import { createIncrementalIdGenerator } from "puppeteer-core/internal/util/incremental-id-generator.js";
import { chromiumFolder } from "../../lib/engines/chromium/installation.ts";
import { fontsFolder } from "../../lib/fonts/folder.ts";

const PEER_FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--disable-dev-shm-usage",
  "--hide-scrollbars",
  "--font-render-hinting=none",
  // Despite its name it lets several processes place text at fractions of a pixel, as one process does. Otherwise letters
  // have widths of whole pixels, and pages break elsewhere.
  "--disable-font-subpixel-positioning",
  "--no-first-run",
];

const home = mkdtempSync(join(tmpdir(), "platen-peers-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

const environment = {
  HOME: home,
  TMPDIR: home,
  LD_LIBRARY_PATH: join(chromiumFolder, "lib"),
  FONTCONFIG_FILE: join(fontsFolder, "fonts.conf"),
};

const WAIT_SCRIPT = `(async () => {
  if (document.readyState !== "complete") await new Promise((r) => addEventListener("load", r, { once: true }));
  await document.fonts.ready;
})()`;

const A4 = {
  paperWidth: 8.27,
  paperHeight: 11.69,
  printBackground: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
};
const MARGINS = { top: "1cm", right: "1cm", bottom: "1cm", left: "1cm" };
const WINDOW = { width: 1280, height: 800 };
const quiet = () => () => {};

/** The raw DevTools protocol on a page of a separate browser that has printed once, without guard or checks. */
export const rawPage = async () => {
  const child = spawn(
    join(chromiumFolder, "chromium"),
    [...PEER_FLAGS, "--single-process", "--no-zygote", "--remote-debugging-pipe", "about:blank"],
    { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], env: environment },
  );
  const [, , , write, read] = child.stdio as unknown as Socket[];
  const transport = new PipeTransport(write!, read!, quiet);
  const connection = new Connection("", transport, 0, 0, false, createIncrementalIdGenerator(), quiet);
  const { targetInfos } = await connection.send("Target.getTargets");
  const frameId = targetInfos.find(({ type }) => type === "page")!.targetId;
  const { sessionId } = await connection.send("Target.attachToTarget", { targetId: frameId, flatten: true });
  const page = connection.session(sessionId)!;
  const print = async (html: string): Promise<Buffer> => {
    const set = page.send("Page.setDocumentContent", { frameId, html });
    await page.send("Runtime.evaluate", { expression: WAIT_SCRIPT, awaitPromise: true });
    await set;
    return Buffer.from((await page.send("Page.printToPDF", A4)).data, "base64");
  };
  /** A PNG of the window. */
  const draw = async (html: string): Promise<Buffer> => {
    await page.send("Emulation.setDeviceMetricsOverride", { ...WINDOW, deviceScaleFactor: 1, mobile: false });
    const set = page.send("Page.setDocumentContent", { frameId, html });
    await page.send("Runtime.evaluate", { expression: WAIT_SCRIPT, awaitPromise: true });
    await set;
    return Buffer.from((await page.send("Page.captureScreenshot", { format: "png" })).data, "base64");
  };
  await print("<p>Warm");
  return { print, draw, kill: () => child.kill("SIGKILL") };
};

/** puppeteer as in its documentation: a page of one warm multi-process browser for each document. */
export const puppeteerBrowser = async () => {
  const browser = await puppeteer.launch({
    executablePath: join(chromiumFolder, "chromium"),
    headless: "shell",
    args: PEER_FLAGS,
    env: environment,
    pipe: true,
  });
  const print = async (html: string): Promise<Uint8Array> => {
    const page = await browser.newPage();
    await page.setContent(html);
    const pdf = await page.pdf({ format: "A4", printBackground: true, margin: MARGINS });
    await page.close();
    return pdf;
  };
  const draw = async (html: string): Promise<Uint8Array> => {
    const page = await browser.newPage();
    await page.setViewport(WINDOW);
    await page.setContent(html);
    const png = await page.screenshot();
    await page.close();
    return png;
  };
  await print("<p>Warm");
  return { print, draw, close: () => browser.close() };
};
