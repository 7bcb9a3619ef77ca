import type { Heading } from "./github-features.ts";

/** A link to a place in its own document: what stands before the fragment, and the fragment. */
export const FRAGMENT_LINK = /(<a [^>]*?href=")#([^"]+)"/g;

const ANCHOR = / (?:id|name)="([^"]+)"/g;

/** A fragment percent-decoded, as browsers compare it with ids. */
export const decodeFragment = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

/** The names of a document's anchors, and each by its lower case; headings come before other anchors. */
const anchorsOf = (html: string, headings: readonly Heading[]) => {
  const names = [...headings.map(({ id }) => id), ...[...html.matchAll(ANCHOR)].map(([, name = ""]) => name)];
  return { names: new Set(names), byLowerCase: new Map(names.reverse().map((name) => [name.toLowerCase(), name])) };
};

/**
 * Leads links to anchors whose names differ from theirs only by case, as GitHub does: `#Überschrift` leads to the heading with
 * the id `überschrift`.
 */
export const leadFragments = (html: string, headings: readonly Heading[]): string => {
  const ids = new Set(headings.map(({ id }) => id));
  let anchors: ReturnType<typeof anchorsOf> | undefined;
  return html.replace(FRAGMENT_LINK, (link, before: string, fragment: string) => {
    const name = decodeFragment(fragment);
    if (ids.has(name)) return link;
    anchors ??= anchorsOf(html, headings);
    const anchor = anchors.names.has(name) ? undefined : anchors.byLowerCase.get(name.toLowerCase());
    return anchor === undefined ? link : `${before}#${encodeURIComponent(anchor)}"`;
  });
};
