// The program of a process that converts Markdown. Native code parses untrusted bytes, so a crash must end only this process.
import { type Product, serveProcess } from "../../workers/serve-process.ts";
import { convert } from "./convert.ts";
import type { Bookmark } from "./cross-piece-links.ts";
import type { Diagram } from "./diagrams/fences.ts";
import { toPage } from "./page.ts";

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

serveProcess(({ body }): Product<MarkdownHead> => {
  const markdown = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  const { pieces, bookmarks, diagrams, ...frontMatter } = convert(markdown);
  const pages = pieces.map((piece) => toPage(piece, frontMatter, pieces.length > 1));
  const encoded = pages.map((page) => Buffer.from(page));
  const pageLengths = encoded.map(({ length }) => length);
  return { head: { pageLengths, bookmarks, diagrams, author: frontMatter.author }, body: encoded };
});
