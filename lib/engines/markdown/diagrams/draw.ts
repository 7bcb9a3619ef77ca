import { setTimeout as sleep } from "node:timers/promises";
import { config } from "../../../config.ts";
import { type Canvas, openCanvas, SOURCE_LIMIT_CHARACTERS } from "./canvas.ts";

/** Diagrams of one document that are drawn. */
const DIAGRAMS_LIMIT = 1000;
/** Parts of a document's time that all its diagrams may take, and any one of them. */
const SHARE_OF_ALL = 1 / 3;
const SHARE_OF_ONE = 1 / 6;

/** What became of a source: an SVG document, or why there is none. */
export type Drawing = { readonly svg: string } | { readonly failure: "unreadable" | "large" | "slow" | "many" };

/** Draws one after the other. What a browser that hangs or dies leaves undone is done by another one. */
class Drawer {
  #canvas: Canvas | undefined;
  readonly #signal: AbortSignal;
  readonly #end = performance.now() + config.deadline * SHARE_OF_ALL;
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async draw(source: string): Promise<Drawing> {
    if (source.length > SOURCE_LIMIT_CHARACTERS) return { failure: "large" };
    const left = Math.min(this.#end - performance.now(), config.deadline * SHARE_OF_ONE);
    if (left <= 0) return { failure: "slow" };
    this.#canvas ??= await openCanvas(this.#signal);
    const over = new AbortController();
    const signal = AbortSignal.any([this.#signal, over.signal]);
    try {
      const late = sleep(left, "late" as const, { signal });
      const svg = await Promise.race([this.#canvas.draw(source).then((text) => ({ text })), late]);
      if (svg !== "late") return svg.text === undefined ? { failure: "unreadable" } : { svg: svg.text };
    } catch {
      this.#signal.throwIfAborted();
    } finally {
      over.abort();
    }
    this.close();
    return { failure: "slow" };
  }

  close(): void {
    this.#canvas?.close();
    this.#canvas = undefined;
  }
}

/** Draws diagrams from mermaid's sources, each and all within a bound. Rejects with the signal's reason once that is aborted. */
export const drawDiagrams = async (sources: readonly string[], signal: AbortSignal): Promise<Drawing[]> => {
  const drawer = new Drawer(signal);
  const drawings: Drawing[] = [];
  try {
    for (const [at, source] of sources.entries())
      drawings.push(at < DIAGRAMS_LIMIT ? await drawer.draw(source) : { failure: "many" });
    return drawings;
  } finally {
    drawer.close();
  }
};
