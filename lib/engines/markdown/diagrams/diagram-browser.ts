import { readFile } from "node:fs/promises";
import type { ProcessClock } from "../../../turns/process-clock.ts";
import type { Browser } from "../../chromium/browser.ts";
import { watchBrowser } from "../../chromium/memory.ts";
import * as pool from "../../chromium/pool.ts";
import { drawInPage } from "./in-page.js";

const MERMAID_FILE = new URL("../../../../node_modules/mermaid/dist/mermaid.min.js", import.meta.url);

/** The most characters of a diagram's source, on GitHub and in mermaid. */
export const DIAGRAM_SOURCE_LIMIT_CHARACTERS = 50_000;
/** The most characters of a drawing. */
const DRAWING_LIMIT_CHARACTERS = 2_000_000;

/** mermaid's settings. The directives of a diagram cannot change them, except the font. */
const MERMAID_SETTINGS = {
  startOnLoad: false,
  theme: "default",
  look: "classic",
  securityLevel: "strict",
  suppressErrorRendering: true,
  maxTextSize: DIAGRAM_SOURCE_LIMIT_CHARACTERS,
  fontFamily: '"Open Sans", "Liberation Sans", Arial, sans-serif',
};

/** The page on which diagrams are drawn. Its policy lets a diagram neither run nor load anything. */
const BLANK_PAGE = `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"></head><body></body></html>`;

/** Restarts the sequence of `Math.random`, from which mermaid makes the names of commits, for instance. */
const START_OF_CHANCE = "diagramChance = 1;";

/** Makes `Math.random` a sequence (Lehmer's generator), so that a diagram is always drawn in the same way. */
const CHANCE_SCRIPT = `var ${START_OF_CHANCE}
Math.random = () => ((diagramChance = (diagramChance * 48271) % 2147483647) - 1) / 2147483646;`;

/** A browser that draws diagrams, without access to the network. */
export interface DiagramBrowser {
  readonly clock: ProcessClock;
  /** Draws a diagram as an SVG document; undefined if mermaid cannot draw it. Rejects if the browser fails. */
  draw(source: string): Promise<string | undefined>;
  /** Whether it is a fork that has ended by itself. */
  readonly isLost: boolean;
  close(): void;
}

const loadMermaid = async ({ session, frameId }: Browser): Promise<void> => {
  session.on("Fetch.requestPaused", ({ requestId }) => {
    void session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  await session.send("Page.setDocumentContent", { frameId, html: BLANK_PAGE });
  const library = await readFile(MERMAID_FILE, "utf8");
  const expression = `${CHANCE_SCRIPT}\n${library}\n;mermaid.initialize(${JSON.stringify(MERMAID_SETTINGS)})`;
  const { exceptionDetails } = await session.send("Runtime.evaluate", { expression });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
};

/**
 * Takes a browser for the diagrams of one document; `isAgain` says that the last one was lost. Rejects with the signal's reason
 * when that is aborted first.
 */
export const openDiagramBrowser = async (signal: AbortSignal, isAgain: boolean): Promise<DiagramBrowser> => {
  const browser = await pool.take(signal, isAgain);
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {}); // It may reject while nothing is drawn, when nobody waits for it.
  browser.failed.catch(reject);
  const endWatch = watchBrowser(browser, (what) => reject(new Error(`The browser exceeds the limit of ${what}.`)));
  const close = () => {
    endWatch();
    pool.replaceSoon(browser);
  };
  const prepared = loadMermaid(browser);
  prepared.catch(() => {}); // `drawDiagram` rejects with the same error.
  let count = 0;
  const drawDiagram = async (source: string): Promise<string | undefined> => {
    await prepared;
    const call = `${START_OF_CHANCE}(${drawInPage})(${JSON.stringify(source)}, "diagram-${++count}", ${DRAWING_LIMIT_CHARACTERS})`;
    const parameters = { expression: call, awaitPromise: true, returnByValue: true };
    const { result } = await browser.session.send("Runtime.evaluate", parameters);
    return result.value;
  };
  return {
    clock: browser.clock,
    draw: (source) => Promise.race([drawDiagram(source), broken]),
    get isLost() {
      return browser.isLost;
    },
    close,
  };
};
