import { drawnPair, isEqualPage, type KeptPage, keptWords } from "./packed-page.ts";
import { differenceOf } from "./page-difference.ts";
import type { PictureDifference } from "./picture-difference.ts";
import { type PicturePlace, placesBehind } from "./picture-places.ts";
import type { Renderer } from "./renderer.ts";
import { type PictureIdentity, ShownPictures } from "./shown-pictures.ts";

/** The kind of difference between a compressed file and its original. */
export type Difference = "pages" | "text" | "drawing" | "pictures" | "undrawable";

/** The allowed difference of pictures; undefined if they must not differ. */
export type PictureLimits = Readonly<PictureDifference>;

/**
 * The result of a comparison: a fault, or the number of pages that were compared and are equal. `shown` are the pictures
 * that differ by more than the limits; without a fault they only do so a little.
 */
export type Verdict = { fault: Difference; shown?: ShownPictures } | { compared: number; shown?: ShownPictures };

/** What differs on a page: without a fault only pictures, and only a little. */
interface PageFault {
  fault?: Difference;
  pictures?: PictureIdentity[];
  /** Those of the pictures before which another one differs too. */
  behind?: PictureIdentity[];
}

/** Limit on the processor time for drawing the pages of one file. */
const DRAWING_LIMIT_MS = 5000;
/** How often the renderer is restarted for one document. */
const RENDERER_RESTART_LIMIT = 2;
/** Memory limit for the drawn pages of the original. */
const KEPT_PAGES_LIMIT_WORDS = 20_000_000;
/** With more pages they are packed. */
const UNPACKED_PAGES_LIMIT = 16;
/** The allowed difference of blocks outside of pictures: a missing full stop of ten points gives 4 to 10. */
const DRAWING_DIFFERENCE_LIMIT = 5;

const isOver = (one: PictureDifference, limits: PictureLimits): boolean =>
  one.colour > limits.colour || one.mean > limits.mean || one.shape > limits.shape;

/**
 * The differences that no picture may have. A picture that nobody has changed can have smaller ones: it is drawn from
 * other pixels if it moves by a hundredth of a point.
 */
const grossLimits = ({ colour, mean, shape }: PictureLimits): PictureLimits => ({
  colour: 2 * colour,
  mean,
  shape: 3 * shape,
});

const identitiesAt = (places: readonly PicturePlace[]): PictureIdentity[] => places.flatMap(({ pictures }) => pictures);

const faultOf = (before: KeptPage, after: KeptPage, limits: PictureLimits | undefined): PageFault | undefined => {
  if (before.width !== after.width || before.height !== after.height) return { fault: "pages" };
  if (before.text !== after.text) return { fault: "text" };
  const { drawn, pictures } = differenceOf(...drawnPair(before, after), limits !== undefined);
  if (drawn > DRAWING_DIFFERENCE_LIMIT) return { fault: "drawing" };
  if (limits === undefined) return undefined;
  const places = before.pictures.filter((_, at) => isOver(pictures[at]!, limits));
  if (places.length === 0) return undefined;
  const differing = { pictures: identitiesAt(places), behind: identitiesAt(placesBehind(places)) };
  const isGross = pictures.some((one) => isOver(one, grossLimits(limits)));
  return isGross ? { fault: "pictures", ...differing } : differing;
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
  readonly #packs: boolean;
  readonly #originalPages = new Map<number, KeptPage | undefined>();
  #pages: number | undefined;
  readonly #failedPages = new Set<number>();
  /** The pages that are equal in the file that was compared last. */
  readonly #equalPages = new Set<number>();
  readonly #ready: Promise<void>;
  #isOver = false;

  /** Starts to draw pages of the original, while the file to compare is still being made. */
  constructor(original: Uint8Array, pages: number[], renderer: Renderer) {
    this.#renderer = renderer;
    this.#original = original;
    this.#order = pages;
    this.#packs = pages.length > UNPACKED_PAGES_LIMIT;
    this.#ready = this.#drawOriginal();
  }

  async #drawOriginal(): Promise<void> {
    let leftMs = DRAWING_LIMIT_MS;
    let wordsLeft = KEPT_PAGES_LIMIT_WORDS;
    for (let attempt = 0; attempt <= RENDERER_RESTART_LIMIT; attempt++) {
      const remaining = this.#order.filter((index) => !this.#originalPages.has(index) && !this.#failedPages.has(index));
      let usedMs = 0;
      const end = await this.#renderer.draw({
        bytes: this.#original,
        pages: remaining,
        packs: this.#packs,
        processorTimeMs: leftMs,
        opened: (pages) => {
          this.#pages = pages;
        },
        page: ({ index, drawn, spentMs }) => {
          usedMs = spentMs;
          this.#originalPages.set(index, drawn);
          wordsLeft -= drawn === undefined ? 0 : keptWords(drawn).length;
          return wordsLeft > 0 && !this.#isOver;
        },
      });
      if (end === "end" || this.#isOver) return;
      this.#failedPages.add(end.stuckAt);
      leftMs -= usedMs;
      if (end.isEndless || leftMs <= 0) return;
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

  /**
   * Compares a file with the original: the pages that show some pictures, or all. If only pictures differ, all pages are
   * compared, so that all of these are known. Pages that failed come first in the next comparison.
   */
  async check(bytes: Uint8Array, limits: PictureLimits | undefined, shown?: ShownPictures): Promise<Verdict> {
    await this.#ready;
    if (shown === undefined) this.#equalPages.clear();
    let fault: Difference | undefined;
    const failed: number[] = [];
    const differing: PictureIdentity[] = [];
    const behind: PictureIdentity[] = [];
    const end = await this.#renderer.draw({
      bytes,
      pages: this.#order.filter((index) => this.#originalPages.has(index) && this.#isMeant(index, shown)),
      packs: this.#packs,
      processorTimeMs: DRAWING_LIMIT_MS,
      opened: (pages) => {
        if (pages !== this.#pages) fault = "pages";
      },
      page: ({ index, drawn }) => {
        if (fault === "pages") return false;
        const found = this.#compare(index, drawn, limits);
        if (found?.fault === undefined) this.#equalPages.add(index);
        else this.#equalPages.delete(index);
        if (found !== undefined) failed.push(index);
        differing.push(...(found?.pictures ?? []));
        behind.push(...(found?.behind ?? []));
        fault = found?.fault ?? fault;
        return fault === undefined || fault === "pictures";
      },
    });
    this.#order = [...failed.reverse(), ...this.#order.filter((other) => !failed.includes(other))];
    const compared = this.#equalPages.size;
    const hasComparedNothing = compared === 0 && this.#failedPages.size === 0;
    if (fault === undefined && (end !== "end" || hasComparedNothing)) fault = "undrawable";
    const isAboutPictures = fault === undefined || fault === "pictures";
    const pictures = isAboutPictures && differing.length > 0 ? { shown: new ShownPictures(differing, behind) } : {};
    return fault === undefined ? { compared, ...pictures } : { fault, ...pictures };
  }

  /** Whether a page of the original shows one of these pictures. */
  #isMeant(index: number, shown: ShownPictures | undefined): boolean {
    const places = this.#originalPages.get(index)?.pictures;
    return shown === undefined || places?.some(({ pictures }) => pictures.some((one) => shown.has(one))) === true;
  }

  #compare(index: number, after: KeptPage | undefined, limits: PictureLimits | undefined): PageFault | undefined {
    const before = this.#originalPages.get(index);
    if (before === undefined || after === undefined) return before === after ? undefined : { fault: "undrawable" };
    return isEqualPage(before, after) ? undefined : faultOf(before, after, limits);
  }

  stopDrawing(): void {
    this.#isOver = true;
  }
}
