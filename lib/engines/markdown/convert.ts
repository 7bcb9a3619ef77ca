import { markdownToHtml } from "satteri";
import { type Bookmark, linkPieces } from "./across.ts";
import { alerts } from "./alerts.ts";
import { endAddresses } from "./cells.ts";
import { CUT, cuts } from "./cuts.ts";
import { type Diagram, fences } from "./diagrams/fences.ts";
import { directions, hasRightToLeft } from "./directions.ts";
import { escapeDollars } from "./dollars.ts";
import { emoji, hasShortcodes } from "./emoji.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { type Heading, headings } from "./headings.ts";
import { highlight } from "./highlight.ts";
import { links } from "./links.ts";
import { math } from "./math.ts";
import { rawHtml } from "./raw-html.ts";

/** A Markdown document as HTML. */
export interface Converted extends FrontMatter {
  /** The content of the body, in pieces of about a megabyte that begin with a block of the document. */
  readonly pieces: readonly string[];
  /** Where there are several pieces, the bookmarks of the whole. */
  readonly bookmarks: readonly Bookmark[];
  /** The diagrams that are to be drawn in the place of their marks. */
  readonly diagrams: readonly Diagram[];
}

/** Bytes of Markdown from which a document is cut into pieces. */
const LARGE = 700_000;

/**
 * GitHub-flavoured Markdown (with front matter, formulas, alerts, emoji shortcodes and coloured code) as HTML in which
 * nothing runs.
 */
export const convert = (markdown: string): Converted => {
  const found: Heading[] = [];
  const diagrams: Diagram[] = [];
  const cutting = markdown.length > LARGE;
  const source = escapeDollars(endAddresses(markdown.toWellFormed().replaceAll("\0", "\ufffd")));
  const { html, frontmatter } = markdownToHtml(source, {
    features: { math: true },
    mdastPlugins: [
      rawHtml(),
      links(),
      alerts(),
      headings(found),
      ...(hasRightToLeft(markdown) ? [directions()] : []),
      ...(hasShortcodes(markdown) ? [emoji()] : []),
      fences(diagrams),
      highlight(),
      math(source),
      ...(cutting ? [cuts()] : []),
    ],
  });
  const told = frontmatter?.kind === "yaml" ? readFrontMatter(frontmatter.value) : {};
  const title = told.title ?? found[0]?.text;
  const about = { ...told, ...(title === undefined ? {} : { title }), diagrams };
  return cutting ? { ...about, ...linkPieces(html.split(CUT), found) } : { ...about, pieces: [html], bookmarks: [] };
};
