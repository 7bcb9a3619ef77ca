// The process in which Markdown is converted: native code parses strangers' bytes here, and may die of them.
import { convert } from "./convert.ts";
import { toPage } from "./page.ts";

/** What the process answers to a Markdown text: whole HTML documents, to be printed one behind the other. */
export interface Answer {
  readonly pages: readonly string[];
  readonly author: string | undefined;
}

process.on("message", (markdown: string) => {
  const { pieces, ...about } = convert(markdown);
  const answer: Answer = { pages: pieces.map((piece) => toPage(piece, about)), author: about.author };
  process.send!(answer);
});
