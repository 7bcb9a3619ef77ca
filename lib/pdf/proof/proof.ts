import { isEqualPage, type PackedPage, unpackPage } from "./packed-page.ts";
import { differenceOf } from "./page-difference.ts";
import { Renderer } from "./renderer.ts";

/** What a file differs in from the one that it was made of. */
export type Fault = "pages" | "text" | "drawing" | "pictures" | "undrawable";

/** How pictures of the same document may differ, in steps of 255; undefined where they must not. */
export interface PictureLimits {
  /** The mean colours of a block of 8 × 8 pixels. */
  block: number;
  /** All blocks of a picture in the mean. */
  mean: number;
}

/** What a check has found: a fault, or how many pages were compared and found the same. */
export type Verdict = { fault: Fault } | { compared: number };

/** Milliseconds in which pages of one file are drawn. */
const DRAWING_LIMIT_MS = 5000;
/** Times that PDFium is begun anew for one document. */
const RENDERER_RESTART_LIMIT = 2;
/** Words that drawn pages of the original may take while they wait. */
const KEPT_PAGES_LIMIT_WORDS = 20_000_000;
/** The most that blocks beside pictures may differ: a full stop of ten points that is gone is 4 to 10. */
const DRAWING_DIFFERENCE_LIMIT = 5;

const faultOf = (before: PackedPage, after: PackedPage, limits: PictureLimits | undefined): Fault | undefined => {
  if (before.width !== after.width || before.height !== after.height) return "pages";
  if (before.text !== after.text) return "text";
  const { drawn, pictureBlock, picture } = differenceOf(unpackPage(before), unpackPage(after), limits !== undefined);
  if (drawn > DRAWING_DIFFERENCE_LIMIT) return "drawing";
  const differs = limits !== undefined && (pictureBlock > limits.block || picture > limits.mean);
  return differs ? "pictures" : undefined;
};

/**
 * Tells whether files look and read like the one that they were made of, as PDFium sees them: it shares no code with
 * what made them.
 */
export class Proof {
  readonly #renderer: Renderer;
  readonly #original: Uint8Array;
  /** Zero-based numbers, those first that are to be compared first. */
  #order: number[];
  readonly #originalPages = new Map<number, PackedPage | undefined>();
  #pages: number | undefined;
  readonly #failedPages = new Set<number>();
  readonly #ready: Promise<void>;
  #isOver = false;

  /** Begins to draw pages of the original, while the file to compare it with is still being made. */
  constructor(original: Uint8Array, pages: number[], renderer = new Renderer()) {
    this.#renderer = renderer;
    this.#original = original;
    this.#order = pages;
    this.#ready = this.#drawOriginal();
  }

  async #drawOriginal(): Promise<void> {
    const until = performance.now() + DRAWING_LIMIT_MS;
    let room = KEPT_PAGES_LIMIT_WORDS;
    for (let attempt = 0; attempt <= RENDERER_RESTART_LIMIT; attempt++) {
      const left = this.#order.filter((index) => !this.#originalPages.has(index) && !this.#failedPages.has(index));
      const ending = await this.#renderer.draw({
        bytes: this.#original,
        pages: left,
        milliseconds: Math.max(0, until - performance.now()),
        opened: (pages) => {
          this.#pages = pages;
        },
        page: (index, drawn) => {
          this.#originalPages.set(index, drawn);
          room -= drawn?.words.length ?? 0;
          return room > 0 && !this.#isOver;
        },
      });
      if (ending === "end" || this.#isOver) return;
      this.#failedPages.add(ending.stuckAt);
      if (performance.now() > until) return;
    }
  }

  /** Whether PDFium can open the original: if not, nothing can be told. */
  async canCompare(): Promise<boolean> {
    await this.#ready;
    return this.#pages !== undefined;
  }

  /** Whether PDFium fails on pages of the original, so that nothing can be told of them. */
  async isPartial(): Promise<boolean> {
    await this.#ready;
    return this.#failedPages.size > 0;
  }

  /** Compares a file with the original. Pages on which the one before failed come first. */
  async check(bytes: Uint8Array, limits: PictureLimits | undefined): Promise<Verdict> {
    await this.#ready;
    let fault: Fault | undefined;
    let compared = 0;
    const ending = await this.#renderer.draw({
      bytes,
      pages: this.#order.filter((index) => this.#originalPages.has(index)),
      milliseconds: DRAWING_LIMIT_MS,
      opened: (pages) => {
        if (pages !== this.#pages) fault = "pages";
      },
      page: (index, drawn) => {
        fault ??= this.#compare(index, drawn, limits);
        if (fault === undefined) compared++;
        else this.#order = [index, ...this.#order.filter((other) => other !== index)];
        return fault === undefined;
      },
    });
    const hasComparedNothing = compared === 0 && this.#failedPages.size === 0;
    if (fault === undefined && (ending !== "end" || hasComparedNothing)) fault = "undrawable";
    return fault === undefined ? { compared } : { fault };
  }

  #compare(index: number, after: PackedPage | undefined, limits: PictureLimits | undefined): Fault | undefined {
    const before = this.#originalPages.get(index);
    if (before === undefined || after === undefined) return before === after ? undefined : "undrawable";
    return isEqualPage(before, after) ? undefined : faultOf(before, after, limits);
  }

  /** Has no further page of the original drawn. */
  stopDrawing(): void {
    this.#isOver = true;
  }
}
