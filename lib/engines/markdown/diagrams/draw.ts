import { config } from "../../../config.ts";
import { DIAGRAM_SOURCE_LIMIT_CHARACTERS, type DiagramBrowser, openDiagramBrowser } from "./diagram-browser.ts";

/** The most diagrams of one document that are drawn. */
const DIAGRAMS_LIMIT = 1000;
/** The share of the deadline for all diagrams of a document, by the clock of the browser. */
const ALL_DIAGRAMS_TIME_SHARE = 1 / 3;
/** The share of the deadline for one diagram. */
const ONE_DIAGRAM_TIME_SHARE = 1 / 6;

/** The result of drawing a source: an SVG document, or the reason of the failure. */
export type DiagramResult = { readonly svg: string } | { readonly failure: "unreadable" | "large" | "slow" | "many" };

/** Draws diagrams one after the other. A browser that hangs or ends is replaced with another one. */
class DiagramDrawer {
  #browser: DiagramBrowser | undefined;
  readonly #signal: AbortSignal;
  #leftMs = config.deadlineMs * ALL_DIAGRAMS_TIME_SHARE;
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async draw(source: string, isAgain = false): Promise<DiagramResult> {
    if (source.length > DIAGRAM_SOURCE_LIMIT_CHARACTERS) return { failure: "large" };
    const leftMs = Math.min(this.#leftMs, config.deadlineMs * ONE_DIAGRAM_TIME_SHARE);
    if (leftMs <= 0) return { failure: "slow" };
    this.#browser ??= await openDiagramBrowser(this.#signal, isAgain);
    const browser = this.#browser;
    const { clock } = browser;
    const started = clock.now();
    const timer = new AbortController();
    const signal = AbortSignal.any([this.#signal, timer.signal]);
    try {
      const late = clock.sleep(leftMs, signal).then(() => "late" as const);
      const svg = await Promise.race([browser.draw(source).then((text) => ({ text })), late]);
      if (svg !== "late") return svg.text === undefined ? { failure: "unreadable" } : { svg: svg.text };
    } catch {
      this.#signal.throwIfAborted();
    } finally {
      timer.abort();
      this.#leftMs -= clock.now() - started;
    }
    this.close();
    // The diagram may not be at fault if the fork ended, for instance with the warm browser.
    return browser.isLost ? this.draw(source, true) : { failure: "slow" };
  }

  close(): void {
    this.#browser?.close();
    this.#browser = undefined;
  }
}

/** Draws diagrams from their mermaid sources, within a time limit. Rejects with the signal's reason when that is aborted. */
export const drawDiagrams = async (sources: readonly string[], signal: AbortSignal): Promise<DiagramResult[]> => {
  const drawer = new DiagramDrawer(signal);
  const results: DiagramResult[] = [];
  try {
    for (const [at, source] of sources.entries())
      results.push(at < DIAGRAMS_LIMIT ? await drawer.draw(source) : { failure: "many" });
    return results;
  } finally {
    drawer.close();
  }
};
