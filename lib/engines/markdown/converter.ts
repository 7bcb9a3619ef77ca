// The process that converts one Markdown document. It is separate, because native code parses untrusted bytes in it.
import { flushCompileCache } from "node:module";
import { setTimeout } from "node:timers/promises";
import { serveProcess } from "../../workers/serve-process.ts";
import { convert } from "./convert.ts";
import type { Bookmark } from "./cross-piece-links.ts";
import type { Diagram } from "./diagrams/fences.ts";
import { toPage } from "./page.ts";
import { WARM_UP_MARKDOWN } from "./warm-up.ts";

/** A converted Markdown document. Its pages are whole HTML documents, one for each piece, in their order. */
export interface ConvertedMarkdown {
  readonly pages: readonly string[];
  readonly bookmarks: readonly Bookmark[];
  readonly diagrams: readonly Diagram[];
  readonly author: string | undefined;
}

const convertToPages = (markdown: string): ConvertedMarkdown => {
  const { pieces, bookmarks, diagrams, ...frontMatter } = convert(markdown);
  const pages = pieces.map((piece) => toPage(piece, frontMatter, pieces.length > 1));
  return { pages, bookmarks, diagrams, author: frontMatter.author };
};

const arrival = serveProcess(({ body }): { head: ConvertedMarkdown; body: [] } => ({
  head: convertToPages(Buffer.from(body.buffer, body.byteOffset, body.length).toString()),
  body: [],
}));

/** Delay before each round of the warm-up, so that a document that is waiting already is converted first. */
const WARM_UP_DELAY_MS = 20;
/** Rounds after which a document is converted as fast as after a hundred. */
const WARM_UP_ROUNDS = 4;

for (let round = 0; round < WARM_UP_ROUNDS && !arrival.aborted; round++) {
  await setTimeout(WARM_UP_DELAY_MS, undefined, { signal: arrival }).catch(() => {});
  if (!arrival.aborted) convertToPages(WARM_UP_MARKDOWN);
}
flushCompileCache();
