// The process that converts one Markdown document. It is separate, because native code parses untrusted bytes in it.
import { flushCompileCache } from "node:module";
import { setTimeout } from "node:timers/promises";
import { type Product, serveProcess } from "../../workers/serve-process.ts";
import { convert } from "./convert.ts";
import type { Bookmark } from "./cross-piece-links.ts";
import type { Diagram } from "./diagrams/fences.ts";
import { toPage } from "./page.ts";
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

const convertToPages = (markdown: string): Product<MarkdownHead> => {
  const { pieces, bookmarks, diagrams, ...frontMatter } = convert(markdown);
  const pages = pieces.map((piece) => Buffer.from(toPage(piece, frontMatter, pieces.length > 1)));
  const pageLengths = pages.map(({ length }) => length);
  return { head: { pageLengths, bookmarks, diagrams, author: frontMatter.author }, body: pages };
};

const arrival = serveProcess(
  ({ body }): Product<MarkdownHead> =>
    convertToPages(Buffer.from(body.buffer, body.byteOffset, body.length).toString()),
);

/** Delay before each round of the warm-up, so that a document that is waiting already is converted first. */
const WARM_UP_DELAY_MS = 20;
/** Rounds after which a document is converted as fast as after a hundred. */
const WARM_UP_ROUNDS = 4;

for (let round = 0; round < WARM_UP_ROUNDS && !arrival.aborted; round++) {
  await setTimeout(WARM_UP_DELAY_MS, undefined, { signal: arrival }).catch(() => {});
  if (!arrival.aborted) convertToPages(WARM_UP_MARKDOWN);
}
flushCompileCache();
