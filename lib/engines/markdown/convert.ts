import { markdownToHtml } from "satteri";
import { escapeHtml } from "../escape-html.ts";
import { removeUnsafeLinks } from "./addresses.ts";
import { CUT_MARK, markCuts } from "./cuts.ts";
import { collectDiagrams, type Diagram } from "./diagrams/fences.ts";
import { fenceFormulas } from "./formula-fences.ts";
import { leadFragments } from "./fragments.ts";
import { type FrontMatter, hasKeys, readFrontMatter } from "./front-matter.ts";
import {
  autoListDirections,
  collectHeadings,
  type Heading,
  hasRightToLeft,
  hasShortcodes,
  replaceShortcodes,
  styleAlerts,
} from "./github-features.ts";
import { highlightCode } from "./highlight.ts";
import { renderFormulas } from "./math.ts";
import { escapeDollars, escapeOpenFormulas, separateCellAddresses } from "./misread-source.ts";
import { type Bookmark, linkPieces } from "./pieces.ts";
import { sanitiseRawHtml } from "./sanitise.ts";

/** A Markdown document as HTML. */
interface ConvertedDocument extends FrontMatter {
  /** The content of the body in pieces of about a megabyte; each piece has whole blocks. */
  readonly pieces: readonly string[];
  /** The bookmarks of the whole document, if it has several pieces. */
  readonly bookmarks: readonly Bookmark[];
  /** The diagrams. The drawings replace their marks in the pieces. */
  readonly diagrams: readonly Diagram[];
}

/** A longer document is cut into pieces. */
const CUT_MIN_CHARACTERS = 700_000;

/**
 * Converts GitHub-flavoured Markdown (with front matter, formulas, alerts, emoji shortcodes and highlighted code) to HTML
 * without active content.
 */
export const convertMarkdown = (markdown: string): ConvertedDocument => {
  const headings: Heading[] = [];
  const diagrams: Diagram[] = [];
  const isCut = markdown.length > CUT_MIN_CHARACTERS;
  const wellFormed = markdown.toWellFormed().replaceAll("\0", "\ufffd");
  const source = escapeDollars(separateCellAddresses(escapeOpenFormulas(fenceFormulas(wellFormed))));
  const { html: converted, frontmatter } = markdownToHtml(source, {
    features: { math: true },
    mdastPlugins: [
      sanitiseRawHtml(),
      removeUnsafeLinks(),
      styleAlerts(),
      collectHeadings(headings),
      ...(hasRightToLeft(markdown) ? [autoListDirections()] : []),
      ...(hasShortcodes(markdown) ? [replaceShortcodes()] : []),
      collectDiagrams(diagrams),
      highlightCode(),
      renderFormulas(source),
      ...(isCut ? [markCuts()] : []),
    ],
  });
  // Text between two rules at the beginning is no front matter.
  if (frontmatter?.kind === "yaml" && !hasKeys(frontmatter.value)) return convertMarkdown(`\n${markdown}`);
  const html = leadFragments(converted, headings);
  const frontMatter = frontmatter?.kind === "yaml" ? readFrontMatter(frontmatter.value) : {};
  const title = frontMatter.title ?? headings[0]?.text;
  const properties = { ...frontMatter, ...(title === undefined ? {} : { title }), diagrams };
  // A document without a heading shows the title that its front matter has, as blogs and GitHub's pages do.
  const isTitled = headings.length === 0 && frontMatter.title !== undefined;
  const body = isTitled ? `<h1>${escapeHtml(frontMatter.title ?? "")}</h1>\n${html}` : html;
  return isCut
    ? { ...properties, ...linkPieces(body.split(CUT_MARK), headings) }
    : { ...properties, pieces: [body], bookmarks: [] };
};
