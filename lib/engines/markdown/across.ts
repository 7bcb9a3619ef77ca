import type { Heading } from "./headings.ts";

/** The address by which a piece of a document links to another piece; nobody can be reached there. */
export const ACROSS = "https://piece.invalid/#";

/** A bookmark: its title, its level from 1, and the destination that it leads to. */
export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly destination: string;
}

const LINK = /(<a [^>]*?href=")#([^"]+)"/g;
const TARGET = /<[a-z][a-z0-9]* [^>]*?id="([^"]+)"[^>]*>/g;

const idsOf = (piece: string): Set<string> => new Set([...piece.matchAll(TARGET)].map(([, id]) => id!));

/** An address as it is compared with ids: percent signs undone, as browsers do. */
const plain = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

/**
 * Makes links between pieces of a document, and its bookmarks: what leads to another piece gets an address that says so;
 * its target, as each heading, gets an anchor, which a link that nobody sees makes the browser keep as a destination in
 * the PDF.
 */
export const linkPieces = (
  pieces: readonly string[],
  headings: readonly Heading[],
): { pieces: string[]; bookmarks: Bookmark[] } => {
  const places = new Map<string, number>();
  pieces.forEach((piece, at) => {
    for (const id of idsOf(piece)) if (!places.has(id)) places.set(id, at);
  });
  const anchors = new Map<string, string>();
  const anchorOf = (id: string): string => {
    const anchor = anchors.get(id) ?? `across-${anchors.size}`;
    anchors.set(id, anchor);
    return anchor;
  };
  const bookmarks = headings.map(({ text, level, id }) => ({ title: text, level, destination: anchorOf(id) }));
  const linked = pieces.map((piece, at) =>
    piece.replace(LINK, (link, before: string, fragment: string) => {
      const id = plain(fragment);
      const place = places.get(id);
      return place === undefined || place === at ? link : `${before}${ACROSS}${anchorOf(id)}"`;
    }),
  );
  const anchored = linked.map((piece) => {
    let keeping = "";
    const marked = piece.replace(TARGET, (tag, id: string) => {
      const anchor = anchors.get(id);
      if (anchor === undefined) return tag;
      anchors.delete(id);
      keeping += `<a href="#${anchor}"></a>`;
      return `${tag}<span id="${anchor}"></span>`;
    });
    return `${marked}<div hidden>${keeping}</div>`;
  });
  return { pieces: anchored, bookmarks };
};
