import type { Handle, Pdfium } from "../pdfium/pdfium.ts";
import { areaOf } from "./page-area.ts";
import { type Box, shownPoint } from "./page-frame.ts";
import { Scratch } from "./scratch.ts";
import type { Word } from "./words.ts";

/** A place on a page, as it is shown, that leads to an address. */
interface Link extends Box {
  readonly address: string;
}

const PAGE_LIMIT_LINKS = 5000;
/** Links that are compared with one word. */
const WORD_LIMIT_LINKS = 50;
const ADDRESS_LIMIT_BYTES = 2048;
/** The type of actions that lead to an address (`PDFACTION_URI`). */
const URI_ACTION = 3;
/** Links are found by the stripe of the page that they are in. */
const STRIPE_HEIGHT_POINTS = 16;
const STRIPES_LIMIT = 200;

/** The links of a page to addresses. */
export class PageLinks {
  readonly #stripes = new Map<number, Link[]>();

  constructor(links: readonly Link[]) {
    for (const link of links) {
      const first = Math.floor(link.top / STRIPE_HEIGHT_POINTS);
      const last = Math.min(Math.floor(link.bottom / STRIPE_HEIGHT_POINTS), first + STRIPES_LIMIT);
      for (let stripe = first; stripe <= last; stripe++) {
        const inStripe = this.#stripes.get(stripe) ?? [];
        if (inStripe.length < WORD_LIMIT_LINKS) inStripe.push(link);
        this.#stripes.set(stripe, inStripe);
      }
    }
  }

  /** The address that a word leads to. */
  addressOf(word: Word): string | undefined {
    if (this.#stripes.size === 0) return undefined;
    const { left, right, top, bottom } = word.run.frame.shown(word);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const inStripe = this.#stripes.get(Math.floor(y / STRIPE_HEIGHT_POINTS));
    return inStripe?.find((link) => x >= link.left && x <= link.right && y >= link.top && y <= link.bottom)?.address;
  }
}

/** Reads the links of a page. */
export const linksOf = (pdfium: Pdfium, document: Handle, page: Handle): PageLinks => {
  const scratch = new Scratch(pdfium, ADDRESS_LIMIT_BYTES);
  const area = areaOf(pdfium, page, scratch);
  const links: Link[] = [];
  try {
    let position = 0;
    while (links.length < PAGE_LIMIT_LINKS) {
      scratch.setInteger(0, position);
      if (pdfium._FPDFLink_Enumerate(page, scratch.at, scratch.at + 4) === 0) break;
      const link = scratch.integer(4);
      if (scratch.integer(0) <= position) break;
      position = scratch.integer(0);
      const action = pdfium._FPDFLink_GetAction(link);
      if (action === 0 || pdfium._FPDFAction_GetType(action) !== URI_ACTION) continue;
      pdfium._FPDFLink_GetAnnotRect(link, scratch.at);
      const [x, y, otherX, otherY] = scratch.floats();
      const [one, other] = [shownPoint(area, x, y), shownPoint(area, otherX, otherY)];
      const address = scratch.text("latin1", (out, size) => pdfium._FPDFAction_GetURIPath(document, action, out, size));
      const [left, right] = [Math.min(one[0], other[0]), Math.max(one[0], other[0])];
      const [top, bottom] = [Math.min(one[1], other[1]), Math.max(one[1], other[1])];
      if (address !== "") links.push({ address, left, right, top, bottom });
    }
    return new PageLinks(links);
  } finally {
    scratch.free();
  }
};
