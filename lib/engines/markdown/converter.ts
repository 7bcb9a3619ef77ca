// The process in which Markdown is converted: native code parses strangers' bytes here, and a crash ends this process alone.
import { serveProcess } from "../../workers/serve-process.ts";
import type { Bookmark } from "./across.ts";
import { convert } from "./convert.ts";
import type { Diagram } from "./diagrams/fences.ts";
import { toPage } from "./page.ts";

/** A converted Markdown text: whole HTML documents, to be printed one behind the other. */
export interface ConvertedMarkdown {
  readonly pages: readonly string[];
  readonly bookmarks: readonly Bookmark[];
  readonly diagrams: readonly Diagram[];
  readonly author: string | undefined;
}

serveProcess(({ body }): { head: ConvertedMarkdown; body: [] } => {
  const markdown = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  const { pieces, bookmarks, diagrams, ...about } = convert(markdown);
  const pages = pieces.map((piece) => toPage(piece, about, pieces.length > 1));
  return { head: { pages, bookmarks, diagrams, author: about.author }, body: [] };
});
