// The process in which Markdown is converted: native code parses strangers' bytes here, and may die of them.
import type { Bookmark } from "./across.ts";
import { convert } from "./convert.ts";
import type { Diagram } from "./diagrams/fences.ts";
import { toPage } from "./page.ts";

/** What the process answers to a Markdown text: whole HTML documents, to be printed one behind the other. */
export interface Answer {
  readonly pages: readonly string[];
  readonly bookmarks: readonly Bookmark[];
  readonly diagrams: readonly Diagram[];
  readonly author: string | undefined;
}

process.on("message", (markdown: string) => {
  const { pieces, bookmarks, diagrams, ...about } = convert(markdown);
  const pages = pieces.map((piece) => toPage(piece, about, pieces.length > 1));
  const answer: Answer = { pages, bookmarks, diagrams, author: about.author };
  process.send!(answer);
});
