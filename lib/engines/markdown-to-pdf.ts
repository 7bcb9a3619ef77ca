import { forEachAtMost } from "../workers/limit.ts";
import type { Output } from "../workers/output.ts";
import { engine } from "./engine.ts";
import { htmlToPdf } from "./html-to-pdf.ts";
import { converters, convertMarkdown } from "./markdown/converters.ts";
import { placeDiagrams } from "./markdown/diagrams/place.ts";
import { DOUBTFUL, excerpt, judge } from "./markdown/forecast.ts";
import { joinPieces, signPrinted } from "./markdown/join.ts";
import { tableArea } from "./markdown/tables/area.ts";
import { fitTables } from "./markdown/tables/fit.js";
import type { PageSetup } from "./page-setup.ts";

/** Pieces of a large document that are printed at a time. */
const PIECES_AT_ONCE = 2;

const print = async (html: string, page: PageSetup, signal: AbortSignal, isPiece: boolean): Promise<Output> => {
  const lastScript = html.includes("<table") ? `(${fitTables})(${JSON.stringify(tableArea(page))})` : undefined;
  const source = { html, ...(isPiece ? { untagged: true as const } : {}), ...(lastScript ? { lastScript } : {}) };
  // What is waited for may stand in another piece; nothing runs that could bring it later.
  const setup = isPiece ? { ...page, waitForSelector: undefined } : page;
  return htmlToPdf.run({ source, page: setup }, signal);
};

/** Throws for a document that could not be ready by the deadline, by what an excerpt takes: better now than then. */
const foresee = async (markdown: string, page: PageSetup, signal: AbortSignal): Promise<void> => {
  const sample = excerpt(markdown);
  const started = performance.now();
  const { pages } = await convertMarkdown(sample, signal);
  for (const html of pages) {
    const { body } = await print(html, page, signal, true);
    if (!(body instanceof Uint8Array)) await body.remove?.();
  }
  judge(markdown.length, sample.length, performance.now() - started);
};

/** Prints pages, some at a time; the first failure ends the others. */
const printAll = async (pages: readonly string[], page: PageSetup, signal: AbortSignal): Promise<Output[]> => {
  const printed: Output[] = [];
  const failure = new AbortController();
  const ended = AbortSignal.any([signal, failure.signal]);
  await forEachAtMost(PIECES_AT_ONCE, pages.entries(), async ([index, html]) => {
    try {
      printed[index] = await print(html, page, ended, true);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  });
  return printed;
};

/** Prints GitHub-flavoured Markdown with its diagrams. A large document is printed in pieces, cut at headings, and joined. */
export const markdownToPdf = engine<{ markdown: string; page: PageSetup }>({
  name: htmlToPdf.name,
  warmParts: {
    ...htmlToPdf.warmParts,
    markdown: {
      start: () => converters.keepReady(),
      stop: () => converters.end(),
      check: async () => {
        await convertMarkdown("check", AbortSignal.timeout(5000));
      },
    },
  },
  run: async ({ markdown, page }, signal) => {
    if (markdown.length > DOUBTFUL) await foresee(markdown, page, signal);
    const { pages: converted, bookmarks, diagrams, author } = await convertMarkdown(markdown, signal);
    const { pages, warnings: undrawn } = await placeDiagrams(converted, diagrams, signal);
    const [only] = pages;
    const finish = async (): Promise<Output> => {
      if (pages.length > 1 || only === undefined)
        return joinPieces(await printAll(pages, page, signal), { bookmarks, author }, signal);
      const whole = await print(only, page, signal, false);
      return author === undefined ? whole : signPrinted(whole, author, signal);
    };
    const { body, warnings } = await finish();
    return { body, warnings: [...undrawn, ...warnings] };
  },
});
