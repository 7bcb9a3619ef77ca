// The program of a process that converts Markdown. Native code parses untrusted bytes, so a crash must end only this process.
import { serveProcess } from "../../workers/serve-process.ts";
import { convert } from "./convert.ts";
import type { Bookmark } from "./cross-piece-links.ts";
import type { Diagram } from "./diagrams/fences.ts";
import { toPage } from "./page.ts";

/** A converted Markdown document. Its pages are whole HTML documents, one for each piece, in their order. */
export interface ConvertedMarkdown {
  readonly pages: readonly string[];
  readonly bookmarks: readonly Bookmark[];
  readonly diagrams: readonly Diagram[];
  readonly author: string | undefined;
}

serveProcess(({ body }): { head: ConvertedMarkdown; body: [] } => {
  const markdown = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  const { pieces, bookmarks, diagrams, ...frontMatter } = convert(markdown);
  const pages = pieces.map((piece) => toPage(piece, frontMatter, pieces.length > 1));
  return { head: { pages, bookmarks, diagrams, author: frontMatter.author }, body: [] };
});
