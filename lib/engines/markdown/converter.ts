// The process whose forks convert the Markdown documents of one account each. They are separate, because native code parses untrusted
// bytes.
import { serveForks } from "../../workers/serve-forks.ts";
import type { ProcessResult } from "../../workers/serve-process.ts";
import { convertMarkdown } from "./convert.ts";
import type { Diagram } from "./diagrams/fences.ts";
import { toPage } from "./page.ts";
import type { Bookmark } from "./pieces.ts";
import { WARM_UP_MARKDOWN } from "./warm-up.ts";

/** A converted Markdown document without its pages. */
export interface MarkdownProperties {
  readonly bookmarks: readonly Bookmark[];
  readonly diagrams: readonly Diagram[];
  readonly author: string | undefined;
}

/** The properties of a document, and the bytes of each of its pages, which follow each other in the frame's body. */
export interface MarkdownHead extends MarkdownProperties {
  readonly pageLengths: readonly number[];
}

const convertToPages = (markdown: string): ProcessResult<MarkdownHead> => {
  const { pieces, bookmarks, diagrams, ...frontMatter } = convertMarkdown(markdown);
  const pages = pieces.map((piece) => Buffer.from(toPage(piece, frontMatter, pieces.length > 1)));
  const pageLengths = pages.map(({ length }) => length);
  return { head: { pageLengths, bookmarks, diagrams, author: frontMatter.author }, body: pages };
};

serveForks(
  ({ body }): ProcessResult<MarkdownHead> =>
    convertToPages(Buffer.from(body.buffer, body.byteOffset, body.length).toString()),
  () => void convertToPages(WARM_UP_MARKDOWN),
);
