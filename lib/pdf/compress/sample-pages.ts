import { dictAt, dictOf } from "../access.ts";
import type { Ref, Stream, Value } from "../objects.ts";

/** Pages that are compared at the most. */
const COMPARED_PAGES_LIMIT = 200;
/** The first of them are there for what they use, the rest lie evenly over the document. */
const DISTINCT_PAGES_LIMIT = 100;

const DRAWN_CATEGORIES = ["Font", "XObject", "Pattern", "Shading"];

/** What a page draws with, as far as its resources tell. */
const resourcesOf = (page: Ref): (Ref | Stream)[] => {
  const resources = dictAt(page, "Resources");
  const entries = DRAWN_CATEGORIES.flatMap((category) => [...(dictOf(resources?.get(category))?.values() ?? [])]);
  return entries.filter(
    (entry: Value): entry is Ref | Stream => typeof entry === "object" && entry !== null && "value" in entry,
  );
};

/** The zero-based numbers from 0 to below `count` so that each beginning of the list lies about evenly among them. */
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
 * The zero-based numbers of the pages that stand for a document, the most telling first: all of a short one; of a long one
 * those that use fonts, pictures and forms which none before them uses, and others from all over it.
 */
export const samplePages = (pages: readonly Ref[]): number[] => {
  const order = evenlySpread(pages.length);
  if (pages.length <= COMPARED_PAGES_LIMIT) return order;
  const met = new Set<Ref | Stream>();
  const kinds: number[] = [];
  for (let index = 0; index < pages.length && kinds.length < DISTINCT_PAGES_LIMIT; index++) {
    const parts = resourcesOf(pages[index]!);
    if (parts.every((part) => met.has(part))) continue;
    for (const part of parts) met.add(part);
    kinds.push(index);
  }
  return [...new Set([...kinds, ...order])].slice(0, COMPARED_PAGES_LIMIT);
};
