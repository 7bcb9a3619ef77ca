import { readFile } from "node:fs/promises";
import { config } from "../../../config.ts";
import type { Browser } from "../../chromium/browser.ts";
import { watchMemory } from "../../chromium/memory.ts";
import * as pool from "../../chromium/pool.ts";
import { drawInPage } from "./in-page.js";

const LIBRARY = new URL("../../../../node_modules/mermaid/dist/mermaid.min.js", import.meta.url);

/** Characters that a source may have: GitHub's bound, which is mermaid's own. */
export const SOURCE_LIMIT_CHARACTERS = 50_000;
/** Characters that a drawing may have. */
const DRAWING_LIMIT_CHARACTERS = 2_000_000;

/** What a document's directives cannot change: mermaid leaves all but the font to the site. */
const SETTINGS = {
  startOnLoad: false,
  theme: "default",
  look: "classic",
  securityLevel: "strict",
  suppressErrorRendering: true,
  maxTextSize: SOURCE_LIMIT_CHARACTERS,
  fontFamily: '"Open Sans", "Liberation Sans", Arial, sans-serif',
};

/** A page on which nothing of a diagram may run or load. */
const PAGE = `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"></head><body></body></html>`;

/** A browser that draws diagrams, without a way to the network. */
export interface Canvas {
  /** Draws a diagram as an SVG document; gives undefined where mermaid cannot. Rejects where the browser does not last. */
  draw(source: string): Promise<string | undefined>;
  /** Ends the browser. */
  close(): void;
}

const prepare = async ({ page, frame }: Browser): Promise<void> => {
  page.on("Fetch.requestPaused", ({ requestId }) => {
    void page.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => {});
  });
  await page.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  await page.send("Page.setDocumentContent", { frameId: frame, html: PAGE });
  const library = await readFile(LIBRARY, "utf8");
  const expression = `${library}\n;mermaid.initialize(${JSON.stringify(SETTINGS)})`;
  const { exceptionDetails } = await page.send("Runtime.evaluate", { expression });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
};

/** Takes a browser for the diagrams of one document. Rejects with the signal's reason where that is aborted first. */
export const openCanvas = async (signal: AbortSignal): Promise<Canvas> => {
  const browser = await pool.take(signal);
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {}); // It may come when nobody draws.
  browser.failed.catch(reject);
  const unwatch = watchMemory(browser.pid, config.browserMemory, () => reject(new Error("It takes too much memory.")));
  const close = () => {
    unwatch();
    pool.replaceSoon(browser);
  };
  const prepared = prepare(browser);
  prepared.catch(() => {}); // Whoever draws meets it.
  let drawn = 0;
  const evaluated = async (source: string): Promise<string | undefined> => {
    await prepared;
    const call = `(${drawInPage})(${JSON.stringify(source)}, "diagram-${++drawn}", ${DRAWING_LIMIT_CHARACTERS})`;
    const asked = { expression: call, awaitPromise: true, returnByValue: true };
    const { result } = await browser.page.send("Runtime.evaluate", asked);
    return result.value;
  };
  return { draw: (source) => Promise.race([evaluated(source), broken]), close };
};
