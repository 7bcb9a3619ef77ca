import { markdownToHtml } from "satteri";
import { alerts } from "./alerts.ts";
import { CUT, cuts } from "./cuts.ts";
import { emoji, hasShortcodes } from "./emoji.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { headings } from "./headings.ts";
import { highlight } from "./highlight.ts";
import { links } from "./links.ts";
import { math } from "./math.ts";
import { rawHtml } from "./raw-html.ts";

/** A Markdown document as HTML. */
export interface Converted extends FrontMatter {
  /** The content of the body, in pieces of about a megabyte that begin with a block of the document. */
  readonly pieces: readonly string[];
}

/** Bytes of Markdown from which a document is cut into pieces. */
const LARGE = 700_000;

/**
 * GitHub-flavoured Markdown (with front matter, formulas, alerts, emoji shortcodes and coloured code) as HTML in which
 * nothing runs.
 */
export const convert = (markdown: string): Converted => {
  let firstHeading: string | undefined;
  const cutting = markdown.length > LARGE;
  const { html, frontmatter } = markdownToHtml(markdown.toWellFormed().replaceAll("\0", "\ufffd"), {
    features: { math: true },
    mdastPlugins: [
      rawHtml(),
      links(),
      alerts(),
      headings((text) => {
        firstHeading ??= text;
      }),
      ...(hasShortcodes(markdown) ? [emoji()] : []),
      highlight(),
      math(),
      ...(cutting ? [cuts()] : []),
    ],
  });
  const told = frontmatter?.kind === "yaml" ? readFrontMatter(frontmatter.value) : {};
  const title = told.title ?? firstHeading;
  return { ...told, ...(title === undefined ? {} : { title }), pieces: cutting ? html.split(CUT) : [html] };
};
