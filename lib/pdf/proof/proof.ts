import { isEqualPage, type PackedPage, unpackPage } from "./packed-page.ts";
import { differenceOf } from "./page-difference.ts";
import { Renderer } from "./renderer.ts";

/** The kind of difference between a compressed file and its original. */
export type Fault = "pages" | "text" | "drawing" | "pictures" | "undrawable";

/** The allowed difference of pictures, in steps of 255; undefined if they must not differ. */
export interface PictureLimits {
  /** Limit for the mean colour of a block of 8 × 8 pixels. */
  block: number;
  /** Limit for the mean over all blocks of a picture. */
  mean: number;
}

/** The result of a comparison: a fault, or the number of pages that were compared and are equal. */
export type Verdict = { fault: Fault } | { compared: number };

/** Time limit for drawing the pages of one file. */
const DRAWING_LIMIT_MS = 5000;
/** How often the renderer is restarted for one document. */
const RENDERER_RESTART_LIMIT = 2;
/** Memory limit for the drawn pages of the original. */
const KEPT_PAGES_LIMIT_WORDS = 20_000_000;
/** The allowed difference of blocks outside of pictures: a missing full stop of ten points gives 4 to 10. */
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
 * Compares files with the original that they were made of, as PDFium draws and reads them. PDFium shares no code with
 * the compressor. It is one class, because the pages of the original are drawn once for all comparisons.
 */
export class Proof {
  readonly #renderer: Renderer;
  readonly #original: Uint8Array;
  /** Zero-based page numbers in the order of comparison. */
  #order: number[];
  readonly #originalPages = new Map<number, PackedPage | undefined>();
  #pages: number | undefined;
  readonly #failedPages = new Set<number>();
  readonly #ready: Promise<void>;
  #isOver = false;

  /** Starts to draw pages of the original, while the file to compare is still being made. */
  constructor(original: Uint8Array, pages: number[], renderer = new Renderer()) {
    this.#renderer = renderer;
    this.#original = original;
    this.#order = pages;
    this.#ready = this.#drawOriginal();
  }

  async #drawOriginal(): Promise<void> {
    const deadline = performance.now() + DRAWING_LIMIT_MS;
    let wordsLeft = KEPT_PAGES_LIMIT_WORDS;
    for (let attempt = 0; attempt <= RENDERER_RESTART_LIMIT; attempt++) {
      const remaining = this.#order.filter((index) => !this.#originalPages.has(index) && !this.#failedPages.has(index));
      const end = await this.#renderer.draw({
        bytes: this.#original,
        pages: remaining,
        milliseconds: Math.max(0, deadline - performance.now()),
        opened: (pages) => {
          this.#pages = pages;
        },
        page: (index, drawn) => {
          this.#originalPages.set(index, drawn);
          wordsLeft -= drawn?.words.length ?? 0;
          return wordsLeft > 0 && !this.#isOver;
        },
      });
      if (end === "end" || this.#isOver) return;
      this.#failedPages.add(end.stuckAt);
      if (performance.now() > deadline) return;
    }
  }

  /** Whether PDFium can open the original; if not, there is no comparison. */
  async canCompare(): Promise<boolean> {
    await this.#ready;
    return this.#pages !== undefined;
  }

  /** Whether PDFium fails on pages of the original, so that these cannot be compared. */
  async isPartial(): Promise<boolean> {
    await this.#ready;
    return this.#failedPages.size > 0;
  }

  /** Compares a file with the original. A page that failed in the previous comparison comes first. */
  async check(bytes: Uint8Array, limits: PictureLimits | undefined): Promise<Verdict> {
    await this.#ready;
    let fault: Fault | undefined;
    let compared = 0;
    const end = await this.#renderer.draw({
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
    if (fault === undefined && (end !== "end" || hasComparedNothing)) fault = "undrawable";
    return fault === undefined ? { compared } : { fault };
  }

  #compare(index: number, after: PackedPage | undefined, limits: PictureLimits | undefined): Fault | undefined {
    const before = this.#originalPages.get(index);
    if (before === undefined || after === undefined) return before === after ? undefined : "undrawable";
    return isEqualPage(before, after) ? undefined : faultOf(before, after, limits);
  }

  stopDrawing(): void {
    this.#isOver = true;
  }
}
