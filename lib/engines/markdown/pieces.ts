import { decodeFragment, FRAGMENT_LINK } from "./fragments.ts";
import type { Heading } from "./github-features.ts";

/** The start of the URLs by which a piece of a document links to another piece; the host does not exist. */
export const CROSS_PIECE_URL = "https://piece.invalid/#";

export interface Bookmark {
  readonly title: string;
  readonly level: number;
  readonly destination: string;
}

const ELEMENT_WITH_ID = /<[a-z][a-z0-9]* [^>]*?id="([^"]+)"[^>]*>/g;

const idsOf = (piece: string): Set<string> => new Set([...piece.matchAll(ELEMENT_WITH_ID)].map(([, id = ""]) => id));

/**
 * Prepares the links between the pieces of a document, and makes its bookmarks. A link to another piece gets a URL with
 * `CROSS_PIECE_URL`. Its target and each heading get an anchor and a hidden link to it, so that the browser writes the anchor
 * into the PDF as a named destination.
 */
export const linkPieces = (
  pieces: readonly string[],
  headings: readonly Heading[],
): { pieces: string[]; bookmarks: Bookmark[] } => {
  const pieceOfId = new Map<string, number>();
  pieces.forEach((piece, at) => {
    for (const id of idsOf(piece)) if (!pieceOfId.has(id)) pieceOfId.set(id, at);
  });
  const anchors = new Map<string, string>();
  const anchorOf = (id: string): string => {
    const anchor = anchors.get(id) ?? `across-${anchors.size}`;
    anchors.set(id, anchor);
    return anchor;
  };
  const bookmarks = headings.map(({ text, level, id }) => ({ title: text, level, destination: anchorOf(id) }));
  const linked = pieces.map((piece, at) =>
    piece.replace(FRAGMENT_LINK, (link, before: string, fragment: string) => {
      const id = decodeFragment(fragment);
      const target = pieceOfId.get(id);
      return target === undefined || target === at ? link : `${before}${CROSS_PIECE_URL}${anchorOf(id)}"`;
    }),
  );
  const anchored = linked.map((piece) => {
    let hiddenLinks = "";
    const marked = piece.replace(ELEMENT_WITH_ID, (tag, id: string) => {
      const anchor = anchors.get(id);
      if (anchor === undefined) return tag;
      anchors.delete(id);
      hiddenLinks += `<a href="#${anchor}"></a>`;
      return `${tag}<span id="${anchor}"></span>`;
    });
    return `${marked}<div hidden>${hiddenLinks}</div>`;
  });
  return { pieces: anchored, bookmarks };
};
