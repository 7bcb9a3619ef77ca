import { dictAt, dictOf } from "../access.ts";
import type { Ref, Stream, Value } from "../objects.ts";

/** Maximum number of pages that are compared. */
const COMPARED_PAGES_LIMIT = 200;
/** Maximum number of those that are chosen for their resources; the others are spread evenly. */
const DISTINCT_PAGES_LIMIT = 100;

const DRAWN_CATEGORIES = ["Font", "XObject", "Pattern", "Shading"];

/** The objects in a page's resources. */
const resourcesOf = (page: Ref): (Ref | Stream)[] => {
  const resources = dictAt(page, "Resources");
  const entries = DRAWN_CATEGORIES.flatMap((category) => [...(dictOf(resources?.get(category))?.values() ?? [])]);
  return entries.filter(
    (entry: Value): entry is Ref | Stream => typeof entry === "object" && entry !== null && "value" in entry,
  );
};

/** The numbers from 0 to `count` - 1, ordered so that each prefix of the list is spread about evenly. */
const evenlySpread = (count: number): number[] => {
  const order: number[] = [];
  const seen = new Set<number>();
  for (let parts = 1; order.length < count; parts *= 2) {
    for (let part = 0; part <= parts && order.length < count; part++) {
      const index = Math.min(count - 1, Math.round((part * (count - 1)) / parts));
      if (!seen.has(index)) order.push(index);
      seen.add(index);
    }
  }
  return order;
};

/**
 * The zero-based numbers of the pages to compare, the most important first: all pages of a short document; of a long
 * one, the pages with fonts, pictures and forms that no earlier page uses, and others spread over the document.
 */
export const samplePages = (pages: readonly Ref[]): number[] => {
  const order = evenlySpread(pages.length);
  if (pages.length <= COMPARED_PAGES_LIMIT) return order;
  const seen = new Set<Ref | Stream>();
  const kinds: number[] = [];
  for (const [index, page] of pages.entries()) {
    if (kinds.length >= DISTINCT_PAGES_LIMIT) break;
    const parts = resourcesOf(page);
    if (parts.every((part) => seen.has(part))) continue;
    for (const part of parts) seen.add(part);
    kinds.push(index);
  }
  return [...new Set([...kinds, ...order])].slice(0, COMPARED_PAGES_LIMIT);
};
